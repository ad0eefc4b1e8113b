/** Tells a form that one of its fields is still uploading: the form waits for it before it is submitted. */
import { createContext, useContext, useEffect } from "react"

/** Counts an upload that begins, and returns what to call when it has ended. */
export const Uploading = createContext<() => () => void>(() => () => undefined)

export const useUploading = (uploading: boolean) => {
  const begin = useContext(Uploading)
  useEffect(() => (uploading ? begin() : undefined), [uploading, begin])
}
