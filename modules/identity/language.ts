/** The language in which a person reads the screens. The record's id is the person's; it does not exist until a choice is made. */
import { type Language, languageCodes, languages } from "@ops/platform/language/languages.ts"
import { command, findById, invalid, unchanged } from "@ops/platform/records/command.ts"
import { Literals } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const LanguageChoice = record(
  "language_choice",
  { language: Literals(...languageCodes) },
  { label: "Language", title: "(select p.first_name || ' ' || p.last_name from person p where p.id = language_choice.id)" },
)

export const LanguageChosen = event(
  "LanguageChosen",
  1,
  { language: Literals(...languageCodes) },
  ({ language }) => `Language of the screens: ${languages[language].name}`,
)

export const languageChoices = stream(LanguageChoice, LanguageChosen).fold({ LanguageChosen: (_, chosen) => chosen })

/** Sets the language of one's own screens. */
export const chooseLanguage = command("language.choose", function* ({ language }: { readonly language: Language }, by) {
  if (by.person === null) throw invalid("Sign in to choose a language")
  const known = yield* findById(languageChoices, by.person)
  if (known?.language === language) return unchanged(by.person)
  return [languageChoices.at(by.person, LanguageChosen({ language }))]
})
