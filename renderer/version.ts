// Names the template, so that a drawing that is kept can be known as one that would look different today.

/** Raised with every change of what a drawing looks like; part of the name under which a drawing is kept. */
export const TEMPLATE_VERSION = "9";
