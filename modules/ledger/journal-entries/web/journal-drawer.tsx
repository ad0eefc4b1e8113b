/** One entry: its lines in its currency and in USD, its source document, and reversing it. */
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { personName } from "../../taxes/web/tax-labels.ts"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { bookLists, draftsScreen, type Entry, sourcePath, sourceWord } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { EntryLines } from "./entry-lines.tsx"

export const JournalDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const dialog = useDialog()
  return (
    <ResourceDrawer
      screen={screen}
      id={id}
      parts={(of) => ({
        subject: of.description,
        facts: {
          effectiveDate: of.effectiveDate !== of.entryDate && <Day key="fact" date={of.effectiveDate} />,
          sourceKind: <Source key="source" of={of} />,
          sourceId: null,
          reference: of.sourceKind === null && of.reference,
          rate: of.currency !== "USD" && formatFigure(of.rate),
          reverses: of.reverses !== null && <Other key="reverses" id={of.reverses} />,
          reversedBy: of.reversedBy !== null && <Other key="reversed" id={of.reversedBy} />,
          draftNumber: of.draftId !== null && (
            <Link key="draft" className="link" to={draftsScreen(of.draftId)}>
              {of.draftNumber}
            </Link>
          ),
          approvedByUser: personName(of.approvedByUser),
          createdByUser: personName(of.createdByUser) ?? "The system",
        },
        more: [["Posted", <When key="at" at={of.createdAt} />]],
        below: (
          <section className="part">
            <h3>Lines</h3>
            <EntryLines of={of} posted={of} />
            {dialog.name === "reverse-entry" && dialog.value === String(of.id) && of.canReverse && <ReverseDialog of={of} onClose={dialog.close} />}
          </section>
        ),
        own: {
          reverse: of.canReverse && (
            <Button kind="danger" onClick={() => dialog.open("reverse-entry", of.id)}>
              Reverse
            </Button>
          ),
        },
      })}
      onClose={onClose}
    />
  )
}

/** Another entry, shown in place of this one. */
const Other = ({ id }: { readonly id: number }) => {
  const other = useApi("GET /api/journal-entries/:id", { id }).data
  const [, setOpen] = useAddress("open", "push")
  return (
    <button type="button" className="link" onClick={() => void setOpen(String(id))}>
      {other?.entryNumber ?? `Entry ${id}`}
    </button>
  )
}

/** The document that it is derived from. */
const Source = ({ of: { sourceKind, sourceId, reference } }: { readonly of: Entry }) => {
  if (sourceKind === null) return "Written by hand"
  const text = `${sourceWord(sourceKind)} ${reference ?? sourceId ?? ""}`
  const path = sourceId === null ? undefined : sourcePath(sourceKind, sourceId)
  return path ? (
    <Link className="link" to={path}>
      {text}
    </Link>
  ) : (
    text
  )
}

const ReverseDialog = ({ of, onClose }: { readonly of: Entry; readonly onClose: () => void }) => {
  const [, setOpen] = useAddress("open")
  const reverse = useCommand("POST /api/journal-entries/:id/reverse", {
    id: of.id,
    body: (reason: string) => ({ reason }),
    lists: [...bookLists, pathOf("GET /api/journal-entries/:id", { id: of.id })],
    done: ({ entryNumber }) => `Reversed by ${entryNumber}`,
    failed: "Failed to reverse the entry",
  })
  return (
    <ConfirmDialog
      title={`Reverse ${of.entryNumber}`}
      text={`A reversing entry of ${formatMoney(of.totalDebit, of.currency)}, dated today, is posted. Both stay in the books.`}
      confirm="Reverse"
      pending="Reversing..."
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={async (reason) => {
        const { id } = await reverse.send(reason)
        setTimeout(() => void setOpen(String(id)), 0)
      }}
      onClose={onClose}
    />
  )
}
