/** Every entry of the books, and the way to write one by hand. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { Link } from "react-router-dom"
import { accountTitle, useAccounts } from "../../accounts/web/account-choice.tsx"
import { pathOf } from "../../web/client.ts"
import { JournalDrawer } from "./journal-drawer.tsx"
import { currencyOptions, draftsScreen, sourceOptions, sourceWord } from "../../web/labels.ts"

const JournalEntryDialog = lazyWithRetry(() => import("./journal-entry-dialog.tsx"))

export const JournalEntries = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const accounts = useAccounts()
  const writes = can("finance.full")
  const write = () => dialog.open("new-entry")
  useKeys("Journal entries", writes ? { n: ["New journal entry", write] } : {})
  return (
    <>
      <ListPage
        path={pathOf("GET /api/journal-entries")}
        noun={["entry", "entries"]}
        loading="Loading entries..."
        rowId={({ id }) => String(id)}
        number={({ entryNumber }) => entryNumber}
        filters={[
          {
            field: "account",
            label: "Account",
            one: true,
            options: accounts.map((account) => ({ value: account.accountNumber, label: accountTitle(account) })),
          },
          {
            field: "status",
            label: "Status",
            options: [
              { value: "posted", label: "Posted" },
              { value: "reversed", label: "Reversed" },
            ],
          },
          { field: "sourceKind", label: "Follows from", options: sourceOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          { id: "entryNumber", header: "Entry #", cell: ({ entryNumber }) => entryNumber, sort: true },
          { id: "entryDate", header: "Date", cell: ({ entryDate }) => <Day date={entryDate} />, sort: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "source", header: "Follows from", cell: ({ sourceKind }) => (sourceKind ? sourceWord(sourceKind) : <span className="muted">By hand</span>) },
          { id: "reference", header: "Reference", cell: ({ reference }) => reference },
          { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
          {
            id: "totalDebit",
            header: "Total",
            money: ({ totalDebit, currency }) => ({ amount: totalDebit, currency }),
            explain: ({ id }) => ({ name: "journalEntry.total", parameters: { id } }),
            sort: true,
          },
        ]}
        card={({ entryNumber, entryDate, description, totalDebit, currency }) => ({
          title: entryNumber,
          mark: <Day date={entryDate} />,
          text: description,
          figure: <Money amount={totalDebit} currency={currency} />,
        })}
        empty={{ title: "Nothing is posted yet", text: "Entries follow from invoices, payments and expenses, or are written by hand." }}
        actions={
          <>
            <Button asChild>
              <Link to={draftsScreen()}>Drafts</Link>
            </Button>
            {writes && (
              <Button kind="primary" onClick={write}>
                New Journal Entry
              </Button>
            )}
          </>
        }
        drawer={(id, _, close) => <JournalDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "new-entry" && writes && (
        <Suspense>
          <JournalEntryDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
