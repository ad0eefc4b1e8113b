/** Why something was reversed, in the words of events, screens and the command line. */
export const reversalKinds = ["error", "bank_return", "supplier_return"] as const
export const reversalWords = { error: "recorded in error", bank_return: "returned by the bank", supplier_return: "returned to the supplier" } as const
/** What can be said of money, and of goods. */
export const moneyReversalKinds = ["error", "bank_return"] as const
export const goodsReversalKinds = ["error", "supplier_return"] as const
