import { useEffect, useState } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"

interface Draft<Values> {
  readonly at: string
  readonly values: Values
}

const keyOf = (name: string) => `draft:${name}`

/** The unsent input of a form, if there is any. */
export const readDraft = <Values>(name: string): Draft<Values> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") as Draft<Values> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores it now; returns the time. */
export const keepDraft = (name: string, values: unknown) => {
  const at = new Date().toISOString()
  localStorage.setItem(keyOf(name), JSON.stringify({ at, values }))
  return at
}

export const removeDraft = (name: string) => localStorage.removeItem(keyOf(name))

/** Stores a form's values at every change, so that a reload, a power cut or the end of a session loses nothing. Returns when it last did, to the minute. */
export const useDraft = <Values extends FieldValues, Context, Output>(form: UseFormReturn<Values, Context, Output>, name: string | undefined) => {
  const [at, setAt] = useState<string>()
  useEffect(() => {
    if (!name) return
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) return
        const now = keepDraft(name, values)
        // the same minute shows the same: the form is not drawn for every key
        setAt((shown) => (shown?.slice(0, 16) === now.slice(0, 16) ? shown : now))
      },
    })
  }, [form, name])
  return at
}
