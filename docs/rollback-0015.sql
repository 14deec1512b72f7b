-- Makes the tables what they were before migration 0015, for the Worker of a release before it. See docs/deploy.md.
DROP INDEX documents_fiscal_id;
DROP INDEX documents_overdue;
DROP INDEX documents_list;
DROP INDEX documents_page_dse;
DROP INDEX documents_type;
DROP INDEX documents_status;
DROP TRIGGER documents_counted;
DROP TRIGGER documents_recounted;
DROP TRIGGER documents_uncounted;
DROP TRIGGER documents_discounted;
CREATE UNIQUE INDEX `documents_reservation` ON `documents` (`reservation_id`);
CREATE UNIQUE INDEX `documents_fiscal_id` ON `documents` (`fiscal_id`);
CREATE INDEX `documents_overdue` ON `documents` (`due_at`) WHERE due_at IS NOT NULL;
CREATE INDEX `documents_list` ON `documents` (`company_id`,`module`,`environment`,`id`);
CREATE INDEX `documents_type` ON `documents` (`company_id`,`type_code`,`id`,`state`) WHERE module = 'fe' AND environment = 'produccion';
CREATE INDEX `documents_status` ON `documents` (`company_id`,(CASE state WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END),`id`,`type_code`) WHERE module = 'fe' AND environment = 'produccion';
CREATE INDEX `documents_consecutive` ON `documents` (`company_id`,`number`) WHERE module = 'fe' AND environment = 'produccion';
CREATE TRIGGER `documents_counted` AFTER INSERT ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion'
BEGIN
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', iif(new.state = 'rechazado', 'rechazado', 'pendiente')), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER `documents_recounted` AFTER UPDATE OF `state` ON `documents`
WHEN new.module = 'fe' AND new.environment = 'produccion' AND old.state <> new.state
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', iif(old.state = 'rechazado', 'rechazado', 'pendiente'));
	INSERT INTO document_counts (company_id, type_code, status, total)
	VALUES (new.company_id, new.type_code, iif(new.state = 'aceptado', 'aprobado', iif(new.state = 'rechazado', 'rechazado', 'pendiente')), 1)
	ON CONFLICT (company_id, type_code, status) DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER `documents_discounted` AFTER DELETE ON `documents`
WHEN old.module = 'fe' AND old.environment = 'produccion'
BEGIN
	UPDATE document_counts SET total = total - 1
	WHERE company_id = old.company_id AND type_code = old.type_code AND status = iif(old.state = 'aceptado', 'aprobado', iif(old.state = 'rechazado', 'rechazado', 'pendiente'));
END;
CREATE INDEX `documents_page_dse` ON `documents` (`company_id`,`id`,`type_code`,`issue_date`,`state`,`number`,`third_party_id`) WHERE module = 'dse' AND environment = 'produccion';
CREATE INDEX `documents_key` ON `documents` (`company_id`,`idempotency_key`) WHERE idempotency_key IS NOT NULL;
INSERT INTO document_counts (company_id, type_code, status, total)
SELECT company_id, type_code, 'pendiente', count(*) FROM documents
WHERE module = 'fe' AND environment = 'produccion' AND state NOT IN ('aceptado', 'rechazado') GROUP BY 1, 2;
