// Declares the one feature of the test runner's bundler that tests need: all modules whose names match, loaded.
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import?: "default" }): Record<string, Module>;
}
