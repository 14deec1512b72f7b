-- What became of production documents, one row for each change that clients hear of. See `changes` in src/store/schema.ts.
CREATE TABLE `changes` (
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`sequence` integer NOT NULL,
	`document_id` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`company_id`, `module`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
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
