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
ALTER TABLE `documents` ADD `concept_code` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `corrected_id` integer;--> statement-breakpoint
CREATE INDEX `documents_corrected` ON `documents` (`corrected_id`) WHERE corrected_id IS NOT NULL;
--> statement-breakpoint
-- Companies that are there get the series that a new one gets.
INSERT INTO `series` (`company_id`, `type_code`, `environment`, `prefix`, `first_number`, `next_number`)
SELECT `companies`.`id`, `types`.`column1`, `environments`.`column1`, `types`.`column2`, 1, 1
FROM `companies`, (VALUES ('91', 'NC'), ('92', 'ND'), ('95', 'NAS')) AS `types`, (VALUES ('produccion'), ('habilitacion')) AS `environments`;
