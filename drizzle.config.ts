// Where the SQL migrations are generated from, and to.
import { defineConfig } from "drizzle-kit";

const config = defineConfig({ dialect: "sqlite", schema: "./src/store/schema.ts", out: "./migrations" });

export default config;
