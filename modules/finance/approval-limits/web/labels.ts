/** The kinds of approval limits, and the levels that decide on each. */
export const limitKindOptions = [
  { value: "expense", label: "Expenses" },
  { value: "petty_cash", label: "Petty cash" },
  { value: "purchase", label: "Purchases" },
  { value: "journal", label: "Journal entries" },
]
export const limitLevels = { expense: [7, 8, 10], petty_cash: [6, 7, 8, 10], purchase: [6, 8, 10], journal: [7] } as const
export const limitKindWord = (kind: string) => limitKindOptions.find(({ value }) => value === kind)?.label ?? kind
