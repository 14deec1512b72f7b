-- Settled production invoices and notes on them by type and status; pending ones are counted when it is asked how many there are.
CREATE TABLE `document_counts` (
	`company_id` integer NOT NULL,
	`type_code` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`company_id`, `type_code`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `documents_counted` AFTER INSERT ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion' AND new.state IN ('aceptado', 'rechazado')
BEGIN
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', 'rechazado'), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_recounted` AFTER UPDATE OF `state` ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion' AND old.state <> new.state AND new.state IN ('aceptado', 'rechazado')
BEGIN
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', 'rechazado'), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_uncounted` AFTER UPDATE OF `state` ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion' AND old.state <> new.state AND old.state IN ('aceptado', 'rechazado')
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', 'rechazado');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_discounted` AFTER DELETE ON `documents`
WHEN old.module = 'fe' AND old.environment = 'produccion' AND old.state IN ('aceptado', 'rechazado')
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', 'rechazado');
END;
--> statement-breakpoint
-- Folded names of receivers by trigram. Row ids carry the company in their upper half: a search walks the names of one company.
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
CREATE TRIGGER `third_parties_unnamed` AFTER DELETE ON `third_parties`
BEGIN
	DELETE FROM signed_names WHERE company_id = old.company_id AND third_party_id = old.id;
END;
--> statement-breakpoint
-- What became of production documents, one row for each change that clients hear of. See `changes` in src/store/base/schema.ts.
CREATE TRIGGER `documents_change_added` AFTER INSERT ON `documents`
WHEN new.environment = 'produccion'
BEGIN
	INSERT INTO changes (company_id, module, sequence, document_id, state)
	VALUES (new.company_id, new.module, max(
		CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'fe'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dse'), 0)
	), new.id, new.state);
END;
--> statement-breakpoint
CREATE TRIGGER `documents_change_shown` AFTER UPDATE OF `state` ON `documents`
WHEN new.environment = 'produccion' AND old.state <> new.state
	AND new.state IN ('aceptado', 'rechazado', 'en_proceso_http', 'send_unknown')
BEGIN
	INSERT INTO changes (company_id, module, sequence, document_id, state)
	VALUES (new.company_id, new.module, max(
		CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'fe'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dse'), 0)
	), new.id, new.state);
END;
--> statement-breakpoint
-- An isolate that remembers an older home of a company numbers nothing there; where older documents are kept, a lost one is written again.
CREATE TRIGGER `documents_at_home` BEFORE INSERT ON `documents`
WHEN EXISTS (SELECT 1 FROM companies WHERE id = new.company_id AND home < 1 AND (shard > 0 OR move IS NOT NULL)
	AND (home <> -3 OR new.state = 'creating'))
BEGIN
	SELECT RAISE(ABORT, 'the company lives in another database');
END;
