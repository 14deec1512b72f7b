/** How answers call the kinds of ranges. */
export const RANGE_NAMES = { fe: "fe", contingency: "contingencia", dse: "dse", pos: "pos" } as const;
