import { parseAsString, useQueryState } from "nuqs"
import { useCallback } from "react"

/** The open dialog, in the address as `?dialog=name` or `?dialog=name:value`, so that a link opens it and Back closes it. */
export const useDialog = () => {
  const [dialog, setDialog] = useQueryState("dialog", parseAsString.withOptions({ history: "push" }))
  const [name, ...rest] = dialog?.split(":") ?? []
  const open = useCallback((next: string, value?: string | number) => void setDialog(value === undefined ? next : `${next}:${value}`), [setDialog])
  // An answer may arrive when another dialog is already open, which then stays open.
  const close = useCallback(() => void setDialog((now) => (now === dialog ? null : now), { history: "replace" }), [dialog, setDialog])
  return { name, value: rest.length ? rest.join(":") : undefined, open, close }
}

/** A plain text in the address, such as the open record or tab. */
export const useAddress = (name: string, history: "push" | "replace" = "replace") => useQueryState(name, parseAsString.withOptions({ history }))
