// Declares the one feature of the test runner's bundler that tests need.
interface ImportMeta {
  glob(patterns: readonly string[], options: { readonly query: string }): Record<string, () => Promise<object>>;
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import: "default" }): Record<string, Module>;
}
