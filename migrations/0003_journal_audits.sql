CREATE TABLE `journal_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`state` text NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`last_id` integer NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL,
	`closed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_audits_open` ON `journal_audits` (`company_id`,`state`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `journal_findings` (
	`audit_id` integer NOT NULL,
	`document_id` integer NOT NULL,
	`what` text NOT NULL,
	`detail` text NOT NULL,
	PRIMARY KEY(`audit_id`, `document_id`)
);
