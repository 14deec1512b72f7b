ALTER TABLE `documents` ADD `taken_by` integer;--> statement-breakpoint
-- Numbers that an earlier release gave twice (FE with 11, FE1 with 1): whoever was sent holds it, else whoever came first.
UPDATE `documents` SET `taken_by` = twin.holder FROM (
	SELECT `id`, first_value(`id`) OVER numbered AS holder FROM `documents`
	WINDOW numbered AS (PARTITION BY `company_id`, `environment`, `type_code`, `full_number` ORDER BY `state` IN ('creating', 'firmado'), `id`)
) twin WHERE `documents`.`id` = twin.`id` AND twin.`id` <> twin.holder;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_full_number` ON `documents` (`company_id`,`environment`,`type_code`,`full_number`) WHERE taken_by IS NULL;