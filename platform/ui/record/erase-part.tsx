import { lazyPart } from "../lazy-with-retry.ts"
import { Button } from "../button.tsx"
import { useSession } from "../data/session.tsx"
import { useDialog } from "../url-state.ts"
import type { Erasing } from "./erasing.ts"

const EraseDialog = lazyPart(() => import("./erase-dialog.tsx"))

/** The last part of a record about a person, for administrators: erases the person's data. */
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
      {dialog.name === "erase" && <EraseDialog {...erasing} onClose={dialog.close} />}
    </section>
  )
}
