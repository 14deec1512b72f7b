ALTER TABLE `documents` ADD `paper_number` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `metadata` text;--> statement-breakpoint
CREATE INDEX `documents_paper` ON `documents` (`company_id`,`environment`,`paper_number`) WHERE paper_number IS NOT NULL;