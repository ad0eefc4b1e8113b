import type { ClipboardEvent, WheelEvent } from "react"

/** Attributes of an amount input: a number in steps of a cent. Thousands separators are removed from pasted text; scrolling changes nothing. */
export const amountInput = {
  type: "number",
  inputMode: "decimal",
  step: 0.01,
  autoComplete: "off",
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text")
    const plain = pasted.replace(/[^\d.-]/g, "")
    if (plain === pasted || plain === "") return
    event.preventDefault()
    document.execCommand("insertText", false, plain)
  },
} as const
