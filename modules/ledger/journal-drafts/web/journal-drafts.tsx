/** Entries that one person has written and another is to post. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { Link } from "react-router-dom"
import { personName } from "../../taxes/web/tax-labels.ts"
import { useEntryWriting } from "../../journal-entries/web/entry-writing.tsx"
import { entriesScreen } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { JournalDraftDrawer } from "./journal-draft-drawer.tsx"

export const JournalDrafts = () => {
  const { button, dialog } = useEntryWriting("Journal drafts", { asDraft: true })
  return (
    <>
      <ResourcePage
        screen={screen}
        columns={{
          draftNumber: { header: "Draft #" },
          description: { grows: true },
          createdByUser: { id: "createdBy", cell: ({ createdByUser }) => personName(createdByUser) ?? "The system" },
        }}
        empty={{ title: "No drafts", text: "Save an entry as a draft for another person to review and post." }}
        actions={
          <>
            <Button asChild>
              <Link to={entriesScreen()}>Journal Entries</Link>
            </Button>
            {button}
          </>
        }
        drawer={(id, close) => <JournalDraftDrawer key={id} id={id} onClose={close} />}
      />
      {dialog}
    </>
  )
}
