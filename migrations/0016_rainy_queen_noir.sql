ALTER TABLE `companies` ADD `home` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `shard` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `move` text;