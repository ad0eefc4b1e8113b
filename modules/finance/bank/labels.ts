/** The formats in which banks give out statements. */
export const bankFormats = ["csv", "ofx", "mt940", "camt053"] as const
