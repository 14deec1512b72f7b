-- What lists and searches of invoices need: counts that are kept, not counted; an order for every filter; names by any part.
-- Only production invoices and credit notes are listed (contract 1), so the indexes hold nothing else.
CREATE TABLE `document_counts` (
	`company_id` integer NOT NULL,
	`type_code` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`company_id`, `type_code`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `documents_type` ON `documents` (`company_id`,`type_code`,`id`,`state`) WHERE module = 'fe' AND environment = 'produccion';
--> statement-breakpoint
CREATE INDEX `documents_status` ON `documents` (`company_id`,(CASE state WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END),`id`,`type_code`) WHERE module = 'fe' AND environment = 'produccion';
--> statement-breakpoint
CREATE INDEX `documents_consecutive` ON `documents` (`company_id`,`number`) WHERE module = 'fe' AND environment = 'produccion';
--> statement-breakpoint
CREATE INDEX `documents_receiver` ON `documents` (`company_id`,`third_party_id`,`id`) WHERE module = 'fe' AND environment = 'produccion';
--> statement-breakpoint
CREATE INDEX `third_parties_list` ON `third_parties` (`company_id`,`module`,`folded_name`,`id`);
--> statement-breakpoint
CREATE INDEX `third_parties_number` ON `third_parties` (`company_id`,`identification_number`) WHERE module = 'fe';
--> statement-breakpoint
CREATE TRIGGER `documents_counted` AFTER INSERT ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion'
BEGIN
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', iif(new.state = 'rechazado', 'rechazado', 'pendiente')), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_recounted` AFTER UPDATE OF `state` ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion' AND old.state <> new.state
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', iif(old.state = 'rechazado', 'rechazado', 'pendiente'));
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', iif(new.state = 'rechazado', 'rechazado', 'pendiente')), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_discounted` AFTER DELETE ON `documents`
WHEN old.module = 'fe' AND old.environment = 'produccion'
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', iif(old.state = 'rechazado', 'rechazado', 'pendiente'));
END;
--> statement-breakpoint
-- Row ids carry the company in their upper half: a search walks the names of one company and no other's.
CREATE VIRTUAL TABLE `third_party_names` USING fts5(`name`, tokenize = "trigram case_sensitive 1");
--> statement-breakpoint
CREATE TRIGGER `third_parties_named` AFTER INSERT ON `third_parties`
WHEN new.module = 'fe'
BEGIN
	INSERT INTO third_party_names (rowid, name) VALUES (new.company_id * 4294967296 + new.id, new.folded_name);
END;
--> statement-breakpoint
CREATE TRIGGER `third_parties_renamed` AFTER UPDATE OF `folded_name` ON `third_parties`
WHEN new.module = 'fe' AND old.folded_name <> new.folded_name
BEGIN
	UPDATE third_party_names SET name = new.folded_name WHERE rowid = new.company_id * 4294967296 + new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `third_parties_forgotten` AFTER DELETE ON `third_parties`
WHEN old.module = 'fe'
BEGIN
	DELETE FROM third_party_names WHERE rowid = old.company_id * 4294967296 + old.id;
END;
--> statement-breakpoint
INSERT INTO document_counts (company_id, type_code, status, total)
SELECT company_id, type_code, iif(state = 'aceptado', 'aprobado', iif(state = 'rechazado', 'rechazado', 'pendiente')), count(*)
FROM documents WHERE module = 'fe' AND environment = 'produccion' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO third_party_names (rowid, name)
SELECT company_id * 4294967296 + id, folded_name FROM third_parties WHERE module = 'fe';
