// Loads before any test what the Worker loads at its first use: the runner's promise of a module belongs to the request that
// asked first, and the others of a storm may not wait for it.
import.meta.glob("../../src/api/**/*.ts", { eager: true });
