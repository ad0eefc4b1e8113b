/** Every entry of the books, and writing a manual one. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { Link } from "react-router-dom"
import { accountTitle, useAccounts } from "../../accounts/web/account-choice.tsx"
import { draftsScreen, sourceOptions, sourceWord } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { useEntryWriting } from "./entry-writing.tsx"
import { JournalDrawer } from "./journal-drawer.tsx"

export const JournalEntries = () => {
  const accounts = useAccounts()
  const { button, dialog } = useEntryWriting("Journal entries")
  const options = accounts.map((account) => ({ value: account.accountNumber, label: accountTitle(account) }))
  return (
    <>
      <ResourcePage
        screen={screen}
        moreFilters={[
          { field: "account", label: "Account", one: true, options },
          { field: "sourceKind", label: "Follows from", options: sourceOptions },
        ]}
        columns={{
          entryNumber: { header: "Entry #" },
          description: { grows: true },
          sourceKind: { id: "source", cell: ({ sourceKind }) => (sourceKind ? sourceWord(sourceKind) : <span className="muted">By hand</span>) },
        }}
        empty={{ title: "No entries yet", text: "Entries follow from invoices, payments and expenses, or are written by hand." }}
        actions={
          <>
            <Button asChild>
              <Link to={draftsScreen()}>Drafts</Link>
            </Button>
            {button}
          </>
        }
        drawer={(id, close) => <JournalDrawer key={id} id={id} onClose={close} />}
      />
      {dialog}
    </>
  )
}
