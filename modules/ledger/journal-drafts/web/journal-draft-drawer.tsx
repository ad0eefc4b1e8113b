/** One draft: its lines, posting it into the books, changing it, putting it away. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { Suspense, useId } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { DraftStatus } from "./draft-status.tsx"
import { personName } from "../../taxes/web/tax-labels.ts"
import { bookLists, type Draft, draftPath, entriesScreen } from "../../web/labels.ts"

const JournalEntryDialog = lazyWithRetry(() => import("../../journal-entries/web/journal-entry-dialog.tsx"))

export const JournalDraftDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const dialog = useDialog()
  const draft = useApi("GET /api/journal-drafts/:id", { id })
  const of = draft.data
  if (!of) {
    return (
      <Drawer title="Journal draft" onClose={onClose}>
        {draft.isError ? <ErrorPanel error={draft.error} retry={() => void draft.refetch()} /> : <Loading rows={6} label="Loading the draft..." />}
      </Drawer>
    )
  }
  const asked = dialog.value === String(of.id) ? dialog.name : undefined
  return (
    <Drawer title={of.draftNumber} subject={of.description} status={<DraftStatus status={of.status} />} onClose={onClose} actions={<Acts of={of} />}>
      <section className="part">
        <KeyValues
          of={[
            ["Date", <Day key="date" date={of.entryDate} />],
            of.reference !== null && ["Reference", of.reference],
            of.reason !== null && ["Reason for posting to a closing month", of.reason],
            ["Written by", personName(of.createdByUser) ?? "The system"],
            ["Written", <When key="at" at={of.createdAt} />],
            of.status === "posted" && ["Posted by", personName(of.approvedByUser) ?? "The system"],
            of.postedAt !== null && ["Posted", <When key="posted" at={of.postedAt} />],
            of.journalEntryId !== null && [
              "Entry",
              <Link key="entry" className="link" to={entriesScreen(of.journalEntryId)}>
                {of.entryNumber}
              </Link>,
            ],
            of.discardReason !== null && ["Discarded because", of.discardReason],
          ]}
        />
      </section>
      <Lines of={of} />
      <History of={of} />
      {asked === "post-draft" && of.canPost && <PostDialog of={of} onClose={dialog.close} />}
      {asked === "discard-draft" && of.canDiscard && <DiscardDialog of={of} onClose={dialog.close} />}
      {asked === "change-draft" && of.canChange && (
        <Suspense>
          <JournalEntryDialog draft={of} onClose={dialog.close} />
        </Suspense>
      )}
    </Drawer>
  )
}

/** Why the caller cannot post it, where finance could. */
const hindrance = ({ canPost, isBalanced }: Draft) => {
  if (!canPost) return "You wrote this draft, so another person must post it"
  return isBalanced ? undefined : "Debit and credit must be equal before it is posted"
}

const Acts = ({ of }: { readonly of: Draft }) => {
  const dialog = useDialog()
  const id = useId()
  // who may discard is finance: the same as may post, but for its writer
  if (!of.canDiscard) return null
  const hindered = hindrance(of)
  return (
    <>
      {hindered && (
        <span id={id} className="muted books-hindered">
          {hindered}
        </span>
      )}
      <Button kind="danger" onClick={() => dialog.open("discard-draft", of.id)}>
        Discard
      </Button>
      {of.canChange && <Button onClick={() => dialog.open("change-draft", of.id)}>Change</Button>}
      <Button kind="primary" disabled={hindered !== undefined} aria-describedby={hindered ? id : undefined} onClick={() => dialog.open("post-draft", of.id)}>
        Post
      </Button>
    </>
  )
}

const Lines = ({ of }: { readonly of: Draft }) => {
  const sites = useSites()
  const side = (amount: string) => (amount === "0.00" ? "" : formatFigure(amount))
  return (
    <section className="part">
      <h3>Lines</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <div className="table-frame" tabIndex={0} role="region" aria-label="Lines">
        <table className="table books-lines">
          <thead>
            <tr>
              <th>Account</th>
              <th className="num">Debit ({of.currency})</th>
              <th className="num">Credit ({of.currency})</th>
            </tr>
          </thead>
          <tbody>
            {of.lines.map(({ accountNumber, accountName, debitAmount, creditAmount, description, siteId }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account can have two lines
              <tr key={`${accountNumber} ${n}`}>
                <td className="books-words">
                  {accountNumber} {accountName}
                  <small className="muted">{[description, sites.find(({ id }) => id === siteId)?.name].filter(Boolean).join(" · ")}</small>
                </td>
                <td className="num">{side(debitAmount)}</td>
                <td className="num">{side(creditAmount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td className="num">{formatFigure(of.totalDebit)}</td>
              <td className="num">{formatFigure(of.totalCredit)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {!of.isBalanced && <p className="negative">Debit and credit are not equal.</p>}
    </section>
  )
}

const History = ({ of }: { readonly of: Draft }) => {
  const history = useApi("GET /api/journal-drafts/:id/history", { id: of.id })
  if (!history.data) return null
  return (
    <section className="part">
      <h3>Activity</h3>
      <Timeline events={[...history.data].reverse().map((event) => ({ ...event, changes: event.changes.filter(({ field }) => field === "status") }))} />
    </section>
  )
}

interface DialogProps {
  readonly of: Draft
  readonly onClose: () => void
}
const listsOf = ({ id }: Draft) => [
  ...bookLists,
  draftPath,
  pathOf("GET /api/journal-drafts/:id", { id }),
  pathOf("GET /api/journal-drafts/:id/history", { id }),
  inboxPath,
]

const PostDialog = ({ of, onClose }: DialogProps) => {
  const post = useCommand("POST /api/journal-drafts/:id/post", {
    id: of.id,
    body: () => ({ version: of.version }),
    lists: listsOf(of),
    done: ({ draftNumber, entryNumber }) => `${draftNumber} posted as ${entryNumber}`,
    failed: "Failed to post the draft",
  })
  return (
    <ConfirmDialog
      title={`Post ${of.draftNumber}`}
      text={`${formatMoney(of.totalDebit, of.currency)} is posted to the books. It can be corrected only by a reversal.`}
      confirm="Post entry"
      pending="Posting..."
      onConfirm={() => post.send()}
      onClose={onClose}
    />
  )
}

const DiscardDialog = ({ of, onClose }: DialogProps) => {
  const discard = useCommand("POST /api/journal-drafts/:id/discard", {
    id: of.id,
    body: (reason: string) => ({ reason }),
    lists: listsOf(of),
    done: ({ draftNumber }) => `${draftNumber} discarded`,
    failed: "Failed to discard the draft",
  })
  return (
    <ConfirmDialog
      title={`Discard ${of.draftNumber}`}
      text="It will not be posted and can no longer be changed."
      confirm="Discard"
      pending="Discarding..."
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={discard.send}
      onClose={onClose}
    />
  )
}
