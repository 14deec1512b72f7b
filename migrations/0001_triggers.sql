-- Production documents at rest by type, prefix and day of issue. See `documentDays` in src/store/base/schema.ts.
CREATE TABLE `document_days` (
	`company_id` integer NOT NULL,
	`type_code` text NOT NULL,
	`prefix` text NOT NULL,
	`day` text NOT NULL,
	`approved` integer NOT NULL,
	`rejected` integer NOT NULL,
	`pending` integer NOT NULL,
	`planned` integer NOT NULL,
	`approved_before` integer NOT NULL,
	`rejected_before` integer NOT NULL,
	`pending_before` integer NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	PRIMARY KEY(`company_id`, `type_code`, `prefix`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `documents_added` AFTER INSERT ON `documents`
WHEN new.environment = 'produccion' AND new.due_at IS NULL
BEGIN
	INSERT INTO document_days (company_id, type_code, prefix, day, approved, rejected, pending, planned,
		approved_before, rejected_before, pending_before, first_id, last_id)
	SELECT new.company_id, new.type_code, new.prefix, new.issue_date, new.state = 'aceptado', new.state = 'rechazado', new.state NOT IN ('aceptado', 'rechazado'), new.plan_sequence IS NOT NULL,
		coalesce(earlier.approved, 0), coalesce(earlier.rejected, 0), coalesce(earlier.pending, 0), new.id, new.id
	FROM (SELECT 1) LEFT JOIN (
		SELECT approved_before + approved AS approved, rejected_before + rejected AS rejected, pending_before + pending AS pending
		FROM document_days
		WHERE company_id = new.company_id AND type_code = new.type_code AND prefix = new.prefix AND day < new.issue_date
		ORDER BY day DESC LIMIT 1
	) AS earlier ON true
	WHERE true
	ON CONFLICT (company_id, type_code, prefix, day) DO UPDATE SET
		approved = approved + excluded.approved, rejected = rejected + excluded.rejected, pending = pending + excluded.pending,
		planned = planned + excluded.planned,
		first_id = min(first_id, excluded.first_id), last_id = max(last_id, excluded.last_id);
	UPDATE document_days SET approved_before = approved_before + (new.state = 'aceptado'),
		rejected_before = rejected_before + (new.state = 'rechazado'), pending_before = pending_before + (new.state NOT IN ('aceptado', 'rechazado'))
	WHERE company_id = new.company_id AND type_code = new.type_code AND prefix = new.prefix AND day > new.issue_date;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_rested` AFTER UPDATE OF `state`, `due_at`, `issue_date`, `type_code`, `prefix`, `environment`, `plan_sequence` ON `documents`
WHEN new.environment = 'produccion' AND new.due_at IS NULL AND (old.due_at IS NOT NULL OR old.state <> new.state
	OR old.issue_date <> new.issue_date OR old.type_code <> new.type_code OR old.prefix <> new.prefix
	OR old.environment <> new.environment OR old.plan_sequence IS NOT new.plan_sequence)
BEGIN
	INSERT INTO document_days (company_id, type_code, prefix, day, approved, rejected, pending, planned,
		approved_before, rejected_before, pending_before, first_id, last_id)
	SELECT new.company_id, new.type_code, new.prefix, new.issue_date, new.state = 'aceptado', new.state = 'rechazado', new.state NOT IN ('aceptado', 'rechazado'), new.plan_sequence IS NOT NULL,
		coalesce(earlier.approved, 0), coalesce(earlier.rejected, 0), coalesce(earlier.pending, 0), new.id, new.id
	FROM (SELECT 1) LEFT JOIN (
		SELECT approved_before + approved AS approved, rejected_before + rejected AS rejected, pending_before + pending AS pending
		FROM document_days
		WHERE company_id = new.company_id AND type_code = new.type_code AND prefix = new.prefix AND day < new.issue_date
		ORDER BY day DESC LIMIT 1
	) AS earlier ON true
	WHERE true
	ON CONFLICT (company_id, type_code, prefix, day) DO UPDATE SET
		approved = approved + excluded.approved, rejected = rejected + excluded.rejected, pending = pending + excluded.pending,
		planned = planned + excluded.planned,
		first_id = min(first_id, excluded.first_id), last_id = max(last_id, excluded.last_id);
	UPDATE document_days SET approved_before = approved_before + (new.state = 'aceptado'),
		rejected_before = rejected_before + (new.state = 'rechazado'), pending_before = pending_before + (new.state NOT IN ('aceptado', 'rechazado'))
	WHERE company_id = new.company_id AND type_code = new.type_code AND prefix = new.prefix AND day > new.issue_date;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_moved_on` AFTER UPDATE OF `state`, `due_at`, `issue_date`, `type_code`, `prefix`, `environment`, `plan_sequence` ON `documents`
WHEN old.environment = 'produccion' AND old.due_at IS NULL AND (new.due_at IS NOT NULL OR old.state <> new.state
	OR old.issue_date <> new.issue_date OR old.type_code <> new.type_code OR old.prefix <> new.prefix
	OR old.environment <> new.environment OR old.plan_sequence IS NOT new.plan_sequence)
BEGIN
	UPDATE document_days SET approved = approved - (old.state = 'aceptado'), rejected = rejected - (old.state = 'rechazado'), pending = pending - (old.state NOT IN ('aceptado', 'rechazado')),
		planned = planned - (old.plan_sequence IS NOT NULL)
	WHERE company_id = old.company_id AND type_code = old.type_code AND prefix = old.prefix AND day = old.issue_date;
	UPDATE document_days SET approved_before = approved_before - (old.state = 'aceptado'),
		rejected_before = rejected_before - (old.state = 'rechazado'), pending_before = pending_before - (old.state NOT IN ('aceptado', 'rechazado'))
	WHERE company_id = old.company_id AND type_code = old.type_code AND prefix = old.prefix AND day > old.issue_date;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_removed` AFTER DELETE ON `documents`
WHEN old.environment = 'produccion' AND old.due_at IS NULL
BEGIN
	UPDATE document_days SET approved = approved - (old.state = 'aceptado'), rejected = rejected - (old.state = 'rechazado'), pending = pending - (old.state NOT IN ('aceptado', 'rechazado')),
		planned = planned - (old.plan_sequence IS NOT NULL)
	WHERE company_id = old.company_id AND type_code = old.type_code AND prefix = old.prefix AND day = old.issue_date;
	UPDATE document_days SET approved_before = approved_before - (old.state = 'aceptado'),
		rejected_before = rejected_before - (old.state = 'rechazado'), pending_before = pending_before - (old.state NOT IN ('aceptado', 'rechazado'))
	WHERE company_id = old.company_id AND type_code = old.type_code AND prefix = old.prefix AND day > old.issue_date;
END;
--> statement-breakpoint
-- Third parties of a company and module.
CREATE TABLE `third_party_counts` (
	`company_id` integer NOT NULL,
	`module` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`company_id`, `module`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Folded names of third parties by trigram. Row ids carry the company in their upper half: a search walks the names of one company.
CREATE VIRTUAL TABLE `third_party_names` USING fts5(`name`, tokenize = "trigram case_sensitive 1");
--> statement-breakpoint
CREATE TRIGGER `third_parties_named` AFTER INSERT ON `third_parties`
BEGIN
	INSERT INTO third_party_names (rowid, name) VALUES (new.company_id * 4294967296 + new.id, new.folded_name);
	INSERT INTO third_party_counts (company_id, module, total) VALUES (new.company_id, new.module, 1)
	ON CONFLICT (company_id, module) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `third_parties_renamed` AFTER UPDATE OF `folded_name` ON `third_parties`
WHEN old.folded_name <> new.folded_name
BEGIN
	UPDATE third_party_names SET name = new.folded_name WHERE rowid = new.company_id * 4294967296 + new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `third_parties_forgotten` AFTER DELETE ON `third_parties`
BEGIN
	DELETE FROM third_party_names WHERE rowid = old.company_id * 4294967296 + old.id;
	UPDATE third_party_counts SET total = total - 1 WHERE company_id = old.company_id AND module = old.module;
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
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dse'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dee'), 0)
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
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dse'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dee'), 0)
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
--> statement-breakpoint
-- What is owed by e-mail, a row for each recipient, in the statement that shows the document as accepted; a rejected one owes nothing.
CREATE TRIGGER `documents_handed_over` AFTER UPDATE OF `state` ON `documents`
WHEN new.hand_over IS NOT NULL AND new.state IN ('aceptado', 'rechazado')
BEGIN
	INSERT INTO deliveries (company_id, document_id, ordinal, module, kind, recipient, message, state, reason, created_at, due_at)
	SELECT new.company_id, new.id, each.key + 1, new.module, 'automatico', each.value ->> 'address', new.hand_over ->> 'message',
		iif(each.value ->> 'reason' IS NULL, 'pendiente', 'omitido'), each.value ->> 'reason', at.now,
		iif(each.value ->> 'reason' IS NULL, at.now, NULL)
	FROM json_each(new.hand_over, '$.recipients') AS each, (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now) AS at
	WHERE new.state = 'aceptado'
	ON CONFLICT DO NOTHING;
	UPDATE documents SET hand_over = NULL WHERE id = new.id;
END;
--> statement-breakpoint
-- What a document said beside its row is in its file by now.
CREATE TRIGGER `documents_filed` AFTER UPDATE OF `file_sha256` ON `documents`
WHEN new.file_sha256 IS NOT NULL
BEGIN
	DELETE FROM document_details WHERE document_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `documents_gone` AFTER DELETE ON `documents`
BEGIN
	DELETE FROM document_details WHERE document_id = old.id;
END;
--> statement-breakpoint
-- What became of e-mails of production documents, beside the changes of the documents themselves.
CREATE TRIGGER `deliveries_change_shown` AFTER UPDATE OF `state` ON `deliveries`
WHEN old.state <> new.state AND new.state IN ('enviado', 'entregado', 'rebotado', 'rechazado', 'quejado')
	AND (SELECT environment FROM documents WHERE id = new.document_id) = 'produccion'
BEGIN
	INSERT INTO changes (company_id, module, sequence, document_id, state, delivery)
	VALUES (new.company_id, new.module, max(
		CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'fe'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dse'), 0),
		1 + coalesce((SELECT max(sequence) FROM changes WHERE company_id = new.company_id AND module = 'dee'), 0)
	), new.document_id, new.state, new.ordinal);
END;
