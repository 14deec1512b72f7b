CREATE TABLE `acquirers` (
	`company_id` integer NOT NULL,
	`identification_type` text NOT NULL,
	`identification_number` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`fetched_at` text NOT NULL,
	PRIMARY KEY(`company_id`, `identification_type`, `identification_number`)
);
--> statement-breakpoint
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
CREATE INDEX `alerts_undelivered` ON `alerts` (`raised_at`) WHERE delivered_at IS NULL;--> statement-breakpoint
CREATE TABLE `api_clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `authority_health` (
	`environment` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `branches` (
	`company_id` integer NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`prefix` text,
	`phone` text,
	`registration` text,
	PRIMARY KEY(`company_id`, `code`)
);
--> statement-breakpoint
CREATE INDEX `branches_prefix` ON `branches` (`company_id`,`prefix`) WHERE prefix IS NOT NULL;--> statement-breakpoint
CREATE TABLE `certificates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`location` text NOT NULL,
	`sealed_bundle` text,
	`subject` text NOT NULL,
	`issuer_name` text NOT NULL,
	`serial_number` text NOT NULL,
	`chain` text NOT NULL,
	`cert_digest` text NOT NULL,
	`not_before` text NOT NULL,
	`not_after` text NOT NULL,
	`disabled_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_serial` ON `certificates` (`company_id`,`serial_number`);--> statement-breakpoint
CREATE TABLE `changes` (
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`sequence` integer NOT NULL,
	`document_id` integer NOT NULL,
	`state` text NOT NULL,
	`delivery` integer,
	PRIMARY KEY(`company_id`, `module`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `companies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nit` text NOT NULL,
	`name` text NOT NULL,
	`environment` text NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`profile` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL,
	`accent` text,
	`logo_path` text,
	`mail` text,
	`home` integer DEFAULT 1 NOT NULL,
	`epoch` integer DEFAULT 0 NOT NULL,
	`shard` integer DEFAULT 0 NOT NULL,
	`move` text,
	`kept` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_nit_unique` ON `companies` (`nit`);--> statement-breakpoint
CREATE TABLE `cost_centers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`code` text NOT NULL,
	`alternative_code` text,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_centers_code` ON `cost_centers` (`company_id`,`code`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`company_id` integer NOT NULL,
	`document_id` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`module` text NOT NULL,
	`kind` text NOT NULL,
	`key` text,
	`fingerprint` text,
	`recipient` text,
	`message` text,
	`state` text NOT NULL,
	`reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`unanswered` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`attempt_at` text,
	`sent_at` text,
	`delivered_at` text,
	`due_at` text,
	`provider_id` text,
	`subject_hash` text,
	`released_at` text,
	PRIMARY KEY(`company_id`, `document_id`, `ordinal`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`company_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_known` ON `deliveries` (`created_at`) WHERE recipient IS NOT NULL AND substr(recipient, 1, 5) <> 'hmac:';--> statement-breakpoint
CREATE INDEX `deliveries_listed` ON `deliveries` (`company_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_seldom` ON `deliveries` (`company_id`,`state`,`created_at`) WHERE state IN ('incierto', 'demorado', 'rebotado', 'rechazado', 'omitido', 'quejado');--> statement-breakpoint
CREATE INDEX `deliveries_stopping` ON `deliveries` (`company_id`,lower(recipient),`state`,`reason`,`released_at`) WHERE state IN ('rebotado', 'quejado') AND released_at IS NULL;--> statement-breakpoint
CREATE INDEX `deliveries_provider` ON `deliveries` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_unanswered` ON `deliveries` (`subject_hash`) WHERE subject_hash IS NOT NULL AND provider_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_key` ON `deliveries` (`company_id`,`document_id`,`key`) WHERE key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `deployments` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `document_details` (
	`document_id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`type_code` text NOT NULL,
	`environment` text NOT NULL,
	`client_id` integer NOT NULL,
	`issuance_name` text,
	`idempotency_key` text,
	`reservation_id` blob NOT NULL,
	`fingerprint` text,
	`reserved_at` text NOT NULL,
	`range_id` integer,
	`prefix` text NOT NULL,
	`number` integer NOT NULL,
	`full_number` text NOT NULL,
	`file_sequence` integer,
	`resolution_date` text,
	`plan_sequence` integer,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`issue_date` text NOT NULL,
	`issue_time` text NOT NULL,
	`due_date` text,
	`accounting_due_date` text,
	`currency` text NOT NULL,
	`subtotal` text NOT NULL,
	`taxes` text NOT NULL,
	`total` text NOT NULL,
	`withheld` text NOT NULL,
	`figures` text,
	`party` text,
	`third_party_id` integer,
	`cost_center_id` integer,
	`concept_code` text,
	`corrected_id` integer,
	`paper_number` text,
	`establishment` text,
	`till` text,
	`metadata` text,
	`hand_over` text,
	`link_generation` integer,
	`fiscal_id` blob,
	`file_name` text,
	`xml_path` text,
	`xml_sha256` blob,
	`zip_key` text,
	`file_sha256` blob,
	`verdict` text,
	`last_status_error` text,
	`timeline` text,
	`exchanges` text,
	`due_at` text,
	`updated_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_issuance_name` ON `documents` (`issuance_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_full_number` ON `documents` (`company_id`,`environment`,`type_code`,`full_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_fiscal_id` ON `documents` (`fiscal_id`) WHERE fiscal_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_overdue` ON `documents` (`company_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_rested_late` ON `documents` (`updated_at`) WHERE issuance_name IS NOT NULL AND due_at IS NULL AND substr(updated_at, 1, 10) > substr(reserved_at, 1, 10);--> statement-breakpoint
CREATE INDEX `documents_paper` ON `documents` (`company_id`,`environment`,`paper_number`) WHERE paper_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_establishment` ON `documents` (`company_id`,`establishment`,`type_code`,`id`) WHERE environment = 'produccion' AND establishment IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_till` ON `documents` (`company_id`,`till`,`type_code`,`id`) WHERE environment = 'produccion' AND till IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_corrected` ON `documents` (`corrected_id`) WHERE corrected_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_list` ON `documents` (`company_id`,`id`) WHERE environment = 'habilitacion';--> statement-breakpoint
CREATE INDEX `documents_listed` ON `documents` (`company_id`,`type_code`,`state`,`id`,`issue_date`,`due_at`) WHERE environment = 'produccion' AND due_at IS NULL;--> statement-breakpoint
CREATE INDEX `documents_party` ON `documents` (`company_id`,`third_party_id`,`id`) WHERE environment = 'produccion' AND third_party_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `events` (
	`company_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`reason` text,
	`document_id` integer,
	`detail` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`company_id`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `file_sequences` (
	`company_id` integer NOT NULL,
	`year` integer NOT NULL,
	`next` integer NOT NULL,
	PRIMARY KEY(`company_id`, `year`)
);
--> statement-breakpoint
CREATE TABLE `given_ids` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `mailers` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`held_until` text,
	`held_because` text,
	`last_event_at` text
);
--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`form` text NOT NULL,
	`label` text NOT NULL,
	`means_code` text NOT NULL,
	`means_name` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_default` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_methods_company` ON `payment_methods` (`company_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`year` integer NOT NULL,
	`allowance` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `module`, `year`),
	CONSTRAINT "plans_used_within" CHECK("plans"."used" >= 0 AND "plans"."used" <= "plans"."allowance")
);
--> statement-breakpoint
CREATE TABLE `ranges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`resolution` text NOT NULL,
	`resolution_date` text NOT NULL,
	`prefix` text NOT NULL,
	`from_number` integer NOT NULL,
	`to_number` integer NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text NOT NULL,
	`sealed_technical_key` text,
	`next_number` integer NOT NULL,
	`last_number` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`stopped_by` integer,
	`stops_from` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ranges_next_within" CHECK("ranges"."next_number" >= "ranges"."from_number" AND "ranges"."next_number" <= "ranges"."to_number" + 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ranges_identity` ON `ranges` (`company_id`,`kind`,`resolution`,`prefix`,`from_number`);--> statement-breakpoint
CREATE TABLE `resend_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`document_id` integer NOT NULL,
	`kind` text DEFAULT 'resend' NOT NULL,
	`actor` text NOT NULL,
	`approver` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL,
	`closed_at` text,
	`outcome` text,
	CONSTRAINT "resend_orders_two_people" CHECK("resend_orders"."actor" <> "resend_orders"."approver")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resend_orders_open` ON `resend_orders` (`document_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `series` (
	`company_id` integer NOT NULL,
	`type_code` text NOT NULL,
	`environment` text NOT NULL,
	`prefix` text NOT NULL,
	`first_number` integer NOT NULL,
	`next_number` integer NOT NULL,
	`stopped_by` integer,
	`stops_from` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `type_code`, `environment`),
	CONSTRAINT "series_next_within" CHECK("series"."first_number" >= 1 AND "series"."next_number" >= "series"."first_number")
);
--> statement-breakpoint
CREATE TABLE `signed_names` (
	`company_id` integer NOT NULL,
	`third_party_id` integer NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	PRIMARY KEY(`company_id`, `third_party_id`, `name`)
);
--> statement-breakpoint
CREATE TABLE `software` (
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`software_id` text NOT NULL,
	`sealed_pin` text NOT NULL,
	`provider_nit` text NOT NULL,
	`provider_check_digit` text NOT NULL,
	`provider_code` text DEFAULT '000' NOT NULL,
	`test_set_id` text,
	`environment` text,
	PRIMARY KEY(`company_id`, `module`)
);
--> statement-breakpoint
CREATE TABLE `third_parties` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`identification_type` text NOT NULL,
	`identification_number` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`email` text,
	`address` text,
	`updated_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `third_parties_identity` ON `third_parties` (`company_id`,`module`,`identification_type`,`identification_number`);--> statement-breakpoint
CREATE INDEX `third_parties_list` ON `third_parties` (`company_id`,`module`,`folded_name`,`id`);--> statement-breakpoint
CREATE TABLE `tills` (
	`company_id` integer NOT NULL,
	`plate` text NOT NULL,
	`place` text NOT NULL,
	`type` text NOT NULL,
	PRIMARY KEY(`company_id`, `plate`)
);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` integer NOT NULL,
	`digest` text NOT NULL,
	`pepper_version` integer NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`last_used_day` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%d %H:%M:%S', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tokens_client` ON `tokens` (`client_id`);--> statement-breakpoint
CREATE TABLE `walks` (
	`name` text PRIMARY KEY NOT NULL,
	`last_id` integer NOT NULL
);
--> statement-breakpoint
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
