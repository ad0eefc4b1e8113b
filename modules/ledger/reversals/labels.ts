/** The kinds of reversal, as named in events, on screens and on the command line. */
export const reversalKinds = ["error", "bank_return", "supplier_return"] as const
export const reversalWords = { error: "recorded in error", bank_return: "returned by the bank", supplier_return: "returned to the supplier" } as const
/** The kinds that apply to money, and those that apply to goods. */
export const moneyReversalKinds = ["error", "bank_return"] as const
export const goodsReversalKinds = ["error", "supplier_return"] as const
