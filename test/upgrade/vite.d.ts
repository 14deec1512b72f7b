// Declares the one feature of the test runner's bundler that the frozen files need.
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import: "default" }): Record<string, Module>;
}
