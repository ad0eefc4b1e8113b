/** What each account moved; of one account its entries with the running balance. */
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { ChevronRight } from "lucide-react"
import { type ReactNode, useId } from "react"
import { Link } from "react-router-dom"
import type { GeneralLedgerAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import type { Asked, Question } from "../../statements/web/statement-reports.ts"

const path = pathOf("GET /api/reports/general-ledger")
const pageSize = 100
const numbers = new Intl.NumberFormat("en-US")

interface Props {
  readonly query: Question
  /** the cursor of the page */
  readonly after: string | null
  readonly onChange: (next: Partial<Asked>) => void
}

export const GeneralLedger = ({ query, after, onChange }: Props) => {
  const isOne = !!query.account
  // with all accounts only their totals are shown, so one entry is enough
  const asked = { ...query, limit: isOne ? pageSize : 1, cursor: isOne ? after : null }
  const report = useQuery<GeneralLedgerAnswer>({ queryKey: [path, asked], placeholderData: keepPreviousData })
  return (
    <Answer of={report} rows={10} loading="Loading the ledger...">
      {(of) => (
        <>
          <header className={of.accountName === null ? "sr" : "books-head"}>
            <h2>{of.accountName ?? of.title}</h2>
            <p className="muted">{[of.accountName && of.title, of.period.title, of.siteName, of.measure].filter(Boolean).join(", ")}</p>
          </header>
          {of.accounts.length === 0 ? (
            <EmptyState title={`Nothing was posted in ${of.period.title}`} text="Choose other days, another account or another site." small />
          ) : of.accountName === null ? (
            <Accounts of={of} onOpen={(account) => onChange({ account })} />
          ) : (
            <Entries of={of} after={after} onPage={(cursor) => onChange({ after: cursor })} />
          )}
        </>
      )}
    </Answer>
  )
}

const Frame = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
  <section className="table-frame" tabIndex={0} aria-label={label}>
    <table className="table" aria-label={label}>
      {children}
    </table>
  </section>
)
const Amount = ({ of }: { readonly of: string }) => <td className="num">{of === "0.00" ? <span className="muted">–</span> : formatFigure(of)}</td>

const Accounts = ({ of, onOpen }: { readonly of: GeneralLedgerAnswer; readonly onOpen: (account: string) => void }) => (
  <Frame label="Movements by account">
    <thead>
      <tr>
        <th>Account</th>
        <th className="num">Opening balance</th>
        <th className="num">Debit</th>
        <th className="num">Credit</th>
        <th className="num">Closing balance</th>
        <th className="num">Entries</th>
      </tr>
    </thead>
    <tbody>
      {of.accounts.map(({ id, accountNumber, accountName, opening, debit, credit, closing, entries }) => (
        <tr key={id}>
          <td>
            <button type="button" className="link" onClick={() => onOpen(accountNumber)}>
              {accountNumber} {accountName}
            </button>
          </td>
          <Amount of={opening} />
          <Amount of={debit} />
          <Amount of={credit} />
          <Amount of={closing} />
          <td className="num">{numbers.format(entries)}</td>
        </tr>
      ))}
    </tbody>
  </Frame>
)

interface EntriesProps {
  readonly of: GeneralLedgerAnswer
  readonly after: string | null
  readonly onPage: (cursor: string | null) => void
}

const Entries = ({ of, after, onPage }: EntriesProps) => {
  const id = useId()
  const account = of.accounts[0]!
  const first = Number(after ?? 0) + 1
  const last = first + of.entries.length - 1
  return (
    <>
      <Frame label={of.accountName ?? of.title}>
        <thead>
          <tr>
            <th>Date</th>
            <th>Entry</th>
            <th>Description</th>
            <th>Reference</th>
            <th>Site</th>
            <th className="num">Debit</th>
            <th className="num">Credit</th>
            <th className="num">Balance</th>
          </tr>
        </thead>
        <tbody>
          {after === null && (
            <tr className="books-end">
              <td>
                <Day date={of.period.from} />
              </td>
              <td colSpan={6}>Opening balance</td>
              <td className="num">{formatFigure(account.opening)}</td>
            </tr>
          )}
          {of.entries.map(({ journalEntryId, entryNumber, line, entryDate, description, reference, siteName, debit, credit, balance }) => (
            <tr key={`${journalEntryId} ${line}`}>
              <td>
                <Day date={entryDate} />
              </td>
              <td>
                <Link className="link" to={`/financial?tab=reports&view=journal&account=${account.accountNumber}&open=${journalEntryId}`}>
                  {entryNumber}
                </Link>
              </td>
              <td className="grows" title={description}>
                {description}
              </td>
              <td>{reference}</td>
              <td>{siteName}</td>
              {[debit, credit].map((amount, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the two sides
                <td key={n} className="num">
                  {amount === "0.00" ? (
                    ""
                  ) : (
                    <Figure
                      value={formatFigure(amount)}
                      of={{ name: "journalEntry.total", parameters: { id: journalEntryId } }}
                      label={`${entryNumber}, ${n === 0 ? "debit" : "credit"}`}
                    />
                  )}
                </td>
              ))}
              <td className="num">{formatFigure(balance)}</td>
            </tr>
          ))}
        </tbody>
        {of.next === null && (
          <tfoot>
            <tr>
              <td>
                <Day date={of.period.to} />
              </td>
              <td colSpan={4}>Closing balance</td>
              <Amount of={account.debit} />
              <Amount of={account.credit} />
              <td className="num">{formatFigure(account.closing)}</td>
            </tr>
          </tfoot>
        )}
      </Frame>
      {of.total > pageSize && (
        <nav className="pager" aria-label="Pages" aria-describedby={id}>
          <span className="muted num" id={id}>
            {numbers.format(first)}–{numbers.format(last)} of {numbers.format(of.total)} entries
          </span>
          <Button disabled={after === null} onClick={() => onPage(first > pageSize + 1 ? String(first - 1 - pageSize) : null)}>
            Prev
          </Button>
          <Button disabled={of.next === null} onClick={() => onPage(of.next)}>
            Next <ChevronRight size={16} aria-hidden />
          </Button>
        </nav>
      )}
    </>
  )
}
