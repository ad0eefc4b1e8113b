/** Entries that one has written and another is to post. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { Link } from "react-router-dom"
import { DraftStatus } from "./draft-status.tsx"
import { JournalDraftDrawer } from "./journal-draft-drawer.tsx"
import { personName } from "../../taxes/web/tax-labels.ts"
import { currencyOptions, draftPath, draftStatusOptions, entriesScreen } from "../../web/labels.ts"

const JournalEntryDialog = lazyWithRetry(() => import("../../journal-entries/web/journal-entry-dialog.tsx"))

export const JournalDrafts = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const writes = can("finance.full")
  const write = () => dialog.open("new-entry")
  useKeys("Journal drafts", writes ? { n: ["New journal entry", write] } : {})
  return (
    <>
      <ListPage
        path={draftPath}
        noun={["draft", "drafts"]}
        loading="Loading drafts..."
        rowId={({ id }) => String(id)}
        number={({ draftNumber }) => draftNumber}
        filters={[
          { field: "status", label: "Status", options: draftStatusOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          { id: "draftNumber", header: "Draft #", cell: ({ draftNumber }) => draftNumber, sort: true },
          { id: "entryDate", header: "Date", cell: ({ entryDate }) => <Day date={entryDate} />, sort: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "createdBy", header: "Written by", cell: ({ createdByUser }) => personName(createdByUser) ?? "The system" },
          { id: "status", header: "Status", cell: ({ status }) => <DraftStatus status={status} />, sort: true },
          { id: "entryNumber", header: "Entry", cell: ({ entryNumber }) => entryNumber },
          { id: "totalDebit", header: "Debit", money: ({ totalDebit, currency }) => ({ amount: totalDebit, currency }), sort: true },
          { id: "totalCredit", header: "Credit", money: ({ totalCredit, currency }) => ({ amount: totalCredit, currency }) },
        ]}
        card={({ draftNumber, status, description, totalDebit, currency }) => ({
          title: draftNumber,
          mark: <DraftStatus status={status} />,
          text: description,
          figure: <Money amount={totalDebit} currency={currency} />,
        })}
        empty={{ title: "There is no draft", text: "Save an entry as a draft for another person to review and post." }}
        actions={
          <>
            <Button asChild>
              <Link to={entriesScreen()}>Journal Entries</Link>
            </Button>
            {writes && (
              <Button kind="primary" onClick={write}>
                New Journal Entry
              </Button>
            )}
          </>
        }
        drawer={(id, _, close) => <JournalDraftDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "new-entry" && writes && (
        <Suspense>
          <JournalEntryDialog asDraft onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
