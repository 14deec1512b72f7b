ALTER TABLE `companies` ADD `kept` text;--> statement-breakpoint
DROP TRIGGER `documents_at_home`;
--> statement-breakpoint
-- As before; but where older documents of a company are kept, one that was lost is written again. None is numbered there.
CREATE TRIGGER `documents_at_home` BEFORE INSERT ON `documents`
WHEN EXISTS (SELECT 1 FROM companies WHERE id = new.company_id AND home < 1 AND (shard > 0 OR move IS NOT NULL)
	AND (home <> -3 OR new.state = 'creating'))
BEGIN
	SELECT RAISE(ABORT, 'the company lives in another database');
END;
