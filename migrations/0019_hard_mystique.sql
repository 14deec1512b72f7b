-- A release that knows nothing of `home` gives no number of a company that has gone to another database.
CREATE TRIGGER `documents_at_home` BEFORE INSERT ON `documents`
WHEN EXISTS (SELECT 1 FROM companies WHERE id = new.company_id AND home < 1 AND (shard > 0 OR move IS NOT NULL))
BEGIN
	SELECT RAISE(ABORT, 'the company lives in another database');
END;
