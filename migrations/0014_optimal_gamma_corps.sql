ALTER TABLE `companies` ADD `accent` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `logo_path` text;