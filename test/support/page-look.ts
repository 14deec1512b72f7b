// Measures, in a page of a real browser, what a person sees of it: contrast, width, scripts.

/** The least contrast of all texts of the page, each with the first background below it that is not clear. */
export const FIND_CONTRAST = `(() => {
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    const colour = read(getComputedStyle(element).backgroundColor);
    return colour[3] === 0 ? behind(element.parentElement) : colour;
  };
  const texts = [...document.querySelectorAll("main *, header *, footer *")].filter((one) =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""),
  );
  return Math.min(...texts.map((one) => {
    const [low, high] = [read(getComputedStyle(one).color), behind(one)].map(light).sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }));
})()`;
/** Scripts, and attributes that run one. */
export const COUNT_SCRIPTS = `document.scripts.length + [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on"))).length`;
export const FIND_WIDTH = "document.documentElement.scrollWidth";
