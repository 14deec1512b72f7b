CREATE TABLE `walks` (
	`name` text PRIMARY KEY NOT NULL,
	`last_id` integer NOT NULL
);
