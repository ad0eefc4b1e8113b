/** The languages of the screens. A new one gets a line here and a file `words/<language>.ts` beside each part that is translated (CONTRIBUTING.md). */
export const languageCodes = ["en", "ar"] as const
export type Language = (typeof languageCodes)[number]
export const languages: Readonly<Record<Language, { readonly name: string; readonly direction: "ltr" | "rtl" }>> = {
  en: { name: "English", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
}

/** A translation that depends on a number: the first numeric value of the sentence. */
export type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
/** Translations by English sentence. `{name}` stands for a value, which is translated too if it is a word of the product. */
export type Words = Readonly<Record<string, string | Plural>>
