-- Receivers that had several names: each document of theirs is found by the name that it was signed with.
CREATE TABLE `signed_names` (
	`company_id` integer NOT NULL,
	`third_party_id` integer NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	PRIMARY KEY(`company_id`, `third_party_id`, `name`)
);
--> statement-breakpoint
CREATE TRIGGER `third_parties_unnamed` AFTER DELETE ON `third_parties`
BEGIN
	DELETE FROM signed_names WHERE company_id = old.company_id AND third_party_id = old.id;
END;
--> statement-breakpoint
DROP INDEX `documents_receiver`;
--> statement-breakpoint
CREATE INDEX `documents_receiver` ON `documents` (`company_id`,`third_party_id`,(detail ->> '$.party.name'),`id`) WHERE module = 'fe' AND environment = 'produccion';
