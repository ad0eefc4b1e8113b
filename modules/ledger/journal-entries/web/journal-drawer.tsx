/** One entry: its lines in its currency and in USD, the document it follows from, and taking it back. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure, formatMoney, Money, sumMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { bookLists, draftsScreen, type Entry, sourcePath, sourceWord } from "../../web/labels.ts"

export const JournalDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can, user } = useSession()
  const dialog = useDialog()
  const entry = useApi("GET /api/journal-entries/:id", { id })
  const of = entry.data
  if (!of) {
    return (
      <Drawer title="Journal entry" onClose={onClose}>
        {entry.isError ? <ErrorPanel error={entry.error} retry={() => void entry.refetch()} /> : <Loading rows={6} label="Loading the entry..." />}
      </Drawer>
    )
  }
  // another person than who posted it
  const isOwn = String(of.approvedBy ?? of.createdBy) === user?.id
  const reverses = can("finance.full") && !isOwn && of.sourceKind === null && of.status === "posted" && of.reverses === null
  return (
    <Drawer
      title={of.entryNumber}
      subject={of.description}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        reverses && (
          <Button kind="danger" onClick={() => dialog.open("reverse-entry", of.id)}>
            Reverse
          </Button>
        )
      }
    >
      <Facts of={of} />
      <Lines of={of} />
      {dialog.name === "reverse-entry" && dialog.value === String(of.id) && reverses && <ReverseDialog of={of} onClose={dialog.close} />}
    </Drawer>
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

const Facts = ({ of }: { readonly of: Entry }) => {
  const { sourceKind, sourceId, createdByUser } = of
  const path = sourceKind === null || sourceId === null ? undefined : sourcePath(sourceKind, sourceId)
  const wasDraft = useApi("GET /api/journal-drafts", sourceKind === null ? { query: { journalEntryId: String(of.id) } } : null).data?.[0]
  const source = sourceKind && `${sourceWord(sourceKind)} ${of.reference ?? sourceId ?? ""}`
  return (
    <section className="part">
      <KeyValues
        of={[
          ["Date", <Day key="date" date={of.entryDate} />],
          of.effectiveDate !== of.entryDate && ["Date of the fact", <Day key="fact" date={of.effectiveDate} />],
          of.lateReason !== null && ["Reason for posting to a closing month", of.lateReason],
          [
            "Follows from",
            path ? (
              <Link key="source" className="link" to={path}>
                {source}
              </Link>
            ) : (
              (source ?? "Written by hand")
            ),
          ],
          sourceKind === null && of.reference !== null && ["Reference", of.reference],
          of.currency !== "USD" && ["SSP for a dollar", formatFigure(of.rate)],
          of.reverses !== null && ["Reverses", <Other key="reverses" id={of.reverses} />],
          of.reversedBy !== null && ["Reversed by", <Other key="reversed" id={of.reversedBy} />],
          ["Posted", <When key="at" at={of.createdAt} />],
          wasDraft !== undefined && [
            "Was draft",
            <Link key="draft" className="link" to={draftsScreen(wasDraft.id)}>
              {wasDraft.draftNumber}
            </Link>,
          ],
          of.approvedBy !== null && ["Posted by", of.approvedByUser ? `${of.approvedByUser.firstName} ${of.approvedByUser.lastName}` : null],
          ["By", createdByUser ? `${createdByUser.firstName} ${createdByUser.lastName}` : "The system"],
        ]}
      />
    </section>
  )
}

const Lines = ({ of }: { readonly of: Entry }) => {
  const sites = useSites()
  const foreign = of.currency !== "USD"
  const total = (of_: "debitUsd" | "creditUsd") => sumMoney(of.lines.map((line) => line[of_]))
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
              {foreign && <th className="num">Debit (USD)</th>}
              {foreign && <th className="num">Credit (USD)</th>}
            </tr>
          </thead>
          <tbody>
            {of.lines.map(({ accountId, accountNumber, accountName, description, siteId, ...line }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account can have two lines
              <tr key={`${accountId} ${n}`}>
                <td className="books-words">
                  <Link className="link" to={`/financial?tab=reports&report=general-ledger&account=${accountNumber}&period=${of.entryDate.slice(0, 7)}`}>
                    {accountNumber} {accountName}
                  </Link>
                  <small className="muted">{[description, sites.find(({ id }) => id === siteId)?.name].filter(Boolean).join(" · ")}</small>
                </td>
                <Side amount={line.debitAmount} currency={of.currency} />
                <Side amount={line.creditAmount} currency={of.currency} />
                {foreign && <Side amount={line.debitUsd} currency="USD" />}
                {foreign && <Side amount={line.creditUsd} currency="USD" />}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              {[of.totalDebit, of.totalCredit].map((amount, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the two sides
                <td key={n} className="num">
                  <Figure
                    value={formatFigure(amount)}
                    of={{ name: "journalEntry.total", parameters: { id: of.id } }}
                    label={n === 0 ? "Total debit" : "Total credit"}
                  />
                </td>
              ))}
              {foreign && <td className="num">{formatFigure(total("debitUsd"))}</td>}
              {foreign && <td className="num">{formatFigure(total("creditUsd"))}</td>}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

const Side = ({ amount, currency }: { readonly amount: string; readonly currency: string }) => (
  <td className="num">{amount === "0.00" ? "" : <Money amount={amount} currency={currency} plain />}</td>
)

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
