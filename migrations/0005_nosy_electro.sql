ALTER TABLE `certificates` ADD `disabled_at` text;--> statement-breakpoint
ALTER TABLE `ranges` ADD `last_number` integer;