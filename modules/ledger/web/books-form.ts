/** Whether the text is an amount as typed in a journal: 0 or more, with at most two decimals. */
export const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)
