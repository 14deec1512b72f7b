// Lists the frozen schemas, one file each, in the order of their release.

/** File name -> its packed content. */
export const PACKED = import.meta.glob<{ readonly gzip: string }>("./frozen-*.json", {
  eager: true,
  import: "default",
});

const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0]);

/** Their file names, the newest last. */
export const RELEASES: readonly string[] = Object.keys(PACKED).sort((one, other) => numberOf(one) - numberOf(other));
