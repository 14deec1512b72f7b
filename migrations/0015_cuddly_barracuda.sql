DROP INDEX `documents_reservation`;--> statement-breakpoint
DROP INDEX `documents_key`;--> statement-breakpoint
DROP INDEX `documents_fiscal_id`;--> statement-breakpoint
DROP INDEX `documents_overdue`;--> statement-breakpoint
DROP INDEX `documents_list`;--> statement-breakpoint
DROP INDEX `documents_page_dse`;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_fiscal_id` ON `documents` (`fiscal_id`) WHERE fiscal_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_overdue` ON `documents` (`company_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_list` ON `documents` (`company_id`,`id`) WHERE environment = 'habilitacion';--> statement-breakpoint
CREATE INDEX `documents_page_dse` ON `documents` (`company_id`,`id`,`type_code`,`issue_date`,`state`,`number`,`third_party_id`,`idempotency_key`,`due_at`) WHERE module = 'dse' AND (environment = 'produccion' AND due_at IS NULL);--> statement-breakpoint
-- Searches by number walk `documents_number`, a step for each prefix.
DROP INDEX `documents_consecutive`;
--> statement-breakpoint
DROP INDEX `documents_type`;
--> statement-breakpoint
DROP INDEX `documents_status`;
--> statement-breakpoint
-- Notes are few; invoices are read from `documents_page`.
CREATE INDEX `documents_type` ON `documents` (`company_id`,`type_code`,`id`,`state`) WHERE module = 'fe' AND (environment = 'produccion' AND type_code IN ('91', '92'));
--> statement-breakpoint
-- Written once, when the document is settled: lists take open ones from `documents_overdue`.
CREATE INDEX `documents_status` ON `documents` (`company_id`,(CASE state WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END),`id`,`type_code`,`due_at`) WHERE module = 'fe' AND (environment = 'produccion' AND due_at IS NULL);
--> statement-breakpoint
-- Pending documents are counted when it is asked how many there are.
DROP TRIGGER `documents_counted`;
--> statement-breakpoint
DROP TRIGGER `documents_recounted`;
--> statement-breakpoint
DROP TRIGGER `documents_discounted`;
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
DELETE FROM document_counts WHERE status = 'pendiente';
