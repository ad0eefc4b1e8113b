import { Suspense } from "react"
import { lazyWithRetry } from "../lazy-with-retry.ts"
import { Button } from "../button.tsx"
import { useSession } from "../data/session.tsx"
import { useDialog } from "../url-state.ts"

const EraseDialog = lazyWithRetry(() => import("./erase-dialog.tsx"))

export interface Erasing {
  /** The record's own path: `/erasure` below it says what would go, `act` does it. */
  readonly path: string
  readonly act?: "erase" | "erase-contact"
  /** What is typed again to confirm, and what it is called: `the staff number`. */
  readonly number: string
  readonly called: string
  readonly title: string
  /** What is kept, with a full stop: `the hours and what was paid.` */
  readonly stays: string
  readonly lists: readonly string[]
}

/** The last part of a record about a person, for administrators: the person's data is erased from here. */
export const ErasePart = (erasing: Erasing) => {
  const { can } = useSession()
  const dialog = useDialog()
  if (!can("system.admin")) return null
  return (
    <section className="part">
      <h3>Personal data</h3>
      <div>
        <Button kind="danger" onClick={() => dialog.open("erase")}>
          Erase personal data
        </Button>
      </div>
      {dialog.name === "erase" && (
        <Suspense>
          <EraseDialog {...erasing} onClose={dialog.close} />
        </Suspense>
      )}
    </section>
  )
}
