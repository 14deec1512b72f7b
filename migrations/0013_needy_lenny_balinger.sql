CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`url` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` text,
	`start_after` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`test_id` text,
	`disabled_at` text,
	`disabled_because` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`seen_revision` integer DEFAULT 0 NOT NULL,
	`tested_id` text,
	`waiting` integer DEFAULT 0 NOT NULL,
	`last_success_at` text,
	`last_failure_at` text,
	`last_failure` text
);
--> statement-breakpoint
CREATE INDEX `webhooks_company` ON `webhooks` (`company_id`);