/** The supported formats of bank statements. */
export const bankFormats = ["csv", "ofx", "mt940", "camt053"] as const
