import { wordOf } from "../../text.ts"

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const code = /^[a-z]+(_[a-z]+)*$/

interface Forms {
  readonly instant: (at: string) => string
  /** with its days written out */
  readonly text: (text: string) => string
}

/** A value of a field in a history as people read it: moments and days written out, codes in words, a dash for none (the server says "nothing"). */
export const changedValue = (value: string | null, forms: Forms): string => {
  if (value === null || value === "nothing") return "–"
  if (instant.test(value)) return forms.instant(value)
  return code.test(value) ? wordOf(value) : forms.text(value)
}
