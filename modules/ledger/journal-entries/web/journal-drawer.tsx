/** One entry: its lines in its currency and in USD, the document it follows from, and taking it back. */
import { Day, When } from "@ops/platform/ui/date.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { ResourceReverse } from "../../reversals/web/resource-reverse.tsx"
import { personName } from "../../taxes/web/tax-labels.ts"
import { useApi } from "../../web/client.ts"
import { draftsScreen, type Entry, sourcePath, sourceWord } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { EntryLines } from "./entry-lines.tsx"

export const JournalDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const [, setOpen] = useAddress("open")
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
          </section>
        ),
        own: {
          // the reversing entry, once this drawer has the dialog no more
          reverse: <ResourceReverse screen={screen} row={of} onReversed={(id) => setTimeout(() => void setOpen(String(id)), 0)} />,
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
