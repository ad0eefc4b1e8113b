/** One draft: its lines; posting, changing and discarding it. */
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useId } from "react"
import { Link } from "react-router-dom"
import { EntryLines } from "../../journal-entries/web/entry-lines.tsx"
import { personName } from "../../taxes/web/tax-labels.ts"
import { type Draft, entriesScreen } from "../../web/labels.ts"
import { screen } from "../screen.ts"

const JournalEntryDialog = lazyPart(() => import("../../journal-entries/web/journal-entry-dialog.tsx"))

export const JournalDraftDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const dialog = useDialog()
  return (
    <ResourceDrawer
      screen={screen}
      id={id}
      parts={(of) => ({
        subject: of.description,
        facts: {
          createdByUser: personName(of.createdByUser) ?? "The system",
          approvedByUser: of.status === "posted" && (personName(of.approvedByUser) ?? "The system"),
          postedAt: of.postedAt && <When key="posted" at={of.postedAt} />,
          entryNumber: of.journalEntryId !== null && (
            <Link key="entry" className="link" to={entriesScreen(of.journalEntryId)}>
              {of.entryNumber}
            </Link>
          ),
        },
        more: [["Written", <When key="at" at={of.createdAt} />]],
        below: (
          <section className="part">
            <h3>Lines</h3>
            <EntryLines of={of} />
            {!of.isBalanced && <p className="negative">Debit and credit are not equal.</p>}
            {dialog.name === "change-draft" && dialog.value === String(of.id) && of.canChange && <JournalEntryDialog draft={of} onClose={dialog.close} />}
          </section>
        ),
        asks: { post: `${formatMoney(of.totalDebit, of.currency)} is posted. It can only be corrected by a reversal.` },
        own: { ...(of.canDiscard && (!of.canPost || !of.isBalanced) && { post: <Hindered of={of} /> }) },
        before: { post: of.canChange && <Button onClick={() => dialog.open("change-draft", of.id)}>Change</Button> },
      })}
      onClose={onClose}
    />
  )
}

/** Why finance cannot post it yet. */
const Hindered = ({ of: { canPost, cannot } }: { readonly of: Draft }) => {
  const id = useId()
  return (
    <>
      <span id={id} className="muted books-hindered">
        {canPost ? "Debit and credit must be equal before it is posted" : cannot.post}
      </span>
      <Button kind="primary" disabled aria-describedby={id}>
        Post
      </Button>
    </>
  )
}
