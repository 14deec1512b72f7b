CREATE TABLE `alerts` (
	`code` text NOT NULL,
	`subject` text NOT NULL,
	`company_id` integer,
	`detail` text NOT NULL,
	`raised_at` text NOT NULL,
	`delivered_at` text,
	PRIMARY KEY(`code`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `alerts_undelivered` ON `alerts` (`raised_at`) WHERE delivered_at IS NULL;