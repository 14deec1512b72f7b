// Names the values that stand for what a client did not say; `default.ts` says what they are, the API how they are described.

export type StandIn =
  | "identification-type"
  | "regime"
  | "tax-scheme"
  | "address"
  | "capital-of-department"
  | "buyer-municipality"
  | "postal-code"
  | "description"
  | "tax-on-top"
  | "computed-sum"
  | "payment"
  | "payment-form"
  | "payment-means";
