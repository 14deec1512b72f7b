// Says from where the SQL migrations are generated, and to which folder.
import { defineConfig } from "drizzle-kit";

const config = defineConfig({ dialect: "sqlite", schema: "./src/store/base/schema.ts", out: "./migrations" });

export default config;
