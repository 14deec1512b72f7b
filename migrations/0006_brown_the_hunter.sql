ALTER TABLE `ranges` ADD `stopped_by` integer;--> statement-breakpoint
ALTER TABLE `ranges` ADD `stops_from` integer DEFAULT 0 NOT NULL;