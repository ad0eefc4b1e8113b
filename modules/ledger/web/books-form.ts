/** The checks that the forms of the books share. */

export const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)
