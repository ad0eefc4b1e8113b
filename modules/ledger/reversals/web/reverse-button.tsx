/** The button that reverses a posted document, with its dialog. Renders nothing if the person may not reverse it or there is nothing to reverse. */
import { Button } from "@ops/platform/ui/button.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { useState } from "react"

const ReverseDialog = lazyPart(() => import("./reverse-dialog.tsx"))

interface ReverseButtonProps {
  /** whether this person can reverse it now */
  readonly can: boolean
  /** the name of the document: "PAY-2026-0003" */
  readonly what: string
  /** the path of the document; `/reversal`, and `/reverse` or the name of the call, are appended */
  readonly path: string
  /** the version that was shown, for calls that take it */
  readonly version?: number | undefined
  /** which part, if a document can be reversed in parts */
  readonly part?: Readonly<Record<string, number>>
  readonly method?: "POST" | "PUT" | "PATCH"
  readonly call?: string
  /** what is read again afterwards */
  readonly lists: ReadonlyArray<string>
  readonly label?: string
  readonly onReversed?: (id: number) => void
  /** a link in a table instead of a button */
  readonly asLink?: boolean
  /** where the label alone would not say what is reversed */
  readonly ariaLabel?: string
}

export const ReverseButton = ({ can, label = "Reverse", asLink = false, ariaLabel, ...of }: ReverseButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  if (!can) return null
  return (
    <>
      {asLink ? (
        <button type="button" className="link" aria-label={ariaLabel} onClick={() => setOpen(true)}>
          {label}
        </button>
      ) : (
        <Button kind="danger" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && <ReverseDialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}
