/** The button that opens the form for a new entry, with its keyboard shortcut; nothing for people who cannot write entries. */
import { Button } from "@ops/platform/ui/button.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { useDialog } from "@ops/platform/ui/url-state.ts"

const JournalEntryDialog = lazyPart(() => import("./journal-entry-dialog.tsx"))

export const useEntryWriting = (list: string, begins: { readonly asDraft?: true } = {}) => {
  const { can } = useSession()
  const dialog = useDialog()
  const writes = can("finance.full")
  const write = () => dialog.open("new-entry")
  useKeys(list, writes ? { n: ["New journal entry", write] } : {})
  return {
    button: writes && (
      <Button kind="primary" onClick={write}>
        New Journal Entry
      </Button>
    ),
    dialog: dialog.name === "new-entry" && writes && <JournalEntryDialog {...begins} onClose={dialog.close} />,
  }
}
