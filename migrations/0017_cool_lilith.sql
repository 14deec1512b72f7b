ALTER TABLE `companies` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Isolates know callers for a while without asking; a document is numbered only if nothing of this has changed since.
CREATE TRIGGER `companies_revised` AFTER UPDATE OF `nit`, `name`, `environment`, `profile` ON `companies`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `software_added` AFTER INSERT ON `software`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `software_revised` AFTER UPDATE ON `software`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `software_removed` AFTER DELETE ON `software`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = old.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `certificates_added` AFTER INSERT ON `certificates`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `certificates_revised` AFTER UPDATE ON `certificates`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `certificates_removed` AFTER DELETE ON `certificates`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = old.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_methods_added` AFTER INSERT ON `payment_methods`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_methods_revised` AFTER UPDATE ON `payment_methods`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_methods_removed` AFTER DELETE ON `payment_methods`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = old.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `cost_centers_added` AFTER INSERT ON `cost_centers`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `cost_centers_revised` AFTER UPDATE ON `cost_centers`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `cost_centers_removed` AFTER DELETE ON `cost_centers`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = old.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `api_clients_revised` AFTER UPDATE ON `api_clients`
BEGIN
	UPDATE companies SET revision = revision + 1 WHERE id = new.company_id;
END;
