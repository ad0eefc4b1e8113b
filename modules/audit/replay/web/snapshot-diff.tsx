import { lastDayOf } from "@ops/platform/calendar.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDaysIn, formatInstant, lastMonth, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import type { MomentsDifference } from "../../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ChoiceAsked, Fields, MomentAsked } from "../../web/fields.tsx"
import { OpenEvent, Stream } from "../../events/web/open-event.tsx"
import { capitalised } from "@ops/platform/text.ts"
import { actWords, count, plain, useLog, useWords } from "../../web/labels.ts"

type Difference = typeof MomentsDifference.Type
type Cause = Difference["causes"][number]

const lastMonthEnd = () => lastDayOf(lastMonth(today()))

/** What differs in a list or report between two moments, and the commands that caused it. */
export const Moments = () => {
  const words = useWords()
  const [asked] = useAddress("list")
  const [a] = useAddress("a")
  const [b] = useAddress("b")
  const lists = words.data?.lists ?? []
  const list = asked ?? "invoice"
  const difference = useLog<Difference>(pathOf("GET /api/audit/moments"), { list, a: a ?? lastMonthEnd(), ...(b && { b }) })
  return (
    <>
      <Fields label="What to compare">
        <ChoiceAsked
          name="list"
          label="Of"
          fallback={list}
          options={lists.map(({ name, label, of }) => ({ value: name, label: capitalised(label), group: of === "report" ? "Reports" : "Records" }))}
        />
        <MomentAsked name="a" label="Between" fallback={lastMonthEnd()} />
        <MomentAsked name="b" label="And (empty: now)" />
      </Fields>
      <Answer of={difference} rows={6} loading="Comparing the two moments...">
        {(of) => <Changes of={of} />}
      </Answer>
    </>
  )
}

const MoneyEffects = ({ of }: { readonly of: Cause["money"] }) =>
  of.length > 0 && (
    <span className="audit-money">
      {of.map(({ field, currency, difference }) => (
        <span key={`${field} ${currency}`} className={difference.startsWith("-") ? "negative" : "positive"}>
          <span className="muted">{plain(field)}</span> {difference.startsWith("-") ? "" : "+"}
          <Money amount={difference} currency={currency} />
        </span>
      ))}
    </span>
  )

const amounts = ({ added, changed, removed }: Pick<Difference, "added" | "changed" | "removed">) =>
  [added && `${added} added`, changed && `${changed} changed`, removed && `${removed} removed`].filter(Boolean).join(", ") || "nothing changed"

const Changes = ({ of }: { readonly of: Difference }) => (
  <>
    <Panel title={`${of.label}: ${amounts(of)}`} padded>
      <p>
        From {formatInstant(of.a.at)} to {formatInstant(of.b.at)}.
      </p>
      <MoneyEffects of={of.money} />
    </Panel>
    {of.causes.length === 0 && (
      <Panel title="Causes">
        <EmptyState title="Nothing changed between these two moments" small />
      </Panel>
    )}
    {of.causes.map((cause) => (
      <Panel
        key={`${cause.command} ${cause.actor}`}
        title={cause.command === null ? "No recorded action explains this" : actWords(cause.command)}
        count={cause.acts}
        actions={<MoneyEffects of={cause.money} />}
      >
        <p className="audit-cause muted">
          {cause.by},{" "}
          {formatInstant(cause.firstAt) === formatInstant(cause.lastAt)
            ? formatInstant(cause.firstAt)
            : `${formatInstant(cause.firstAt)} to ${formatInstant(cause.lastAt)}`}
          : {amounts(cause)}
        </p>
        <Rows>
          {cause.rows.map((row) => (
            <Row key={`${row.stream} ${row.position}`} act={row.position > 0 && <OpenEvent position={row.position} />}>
              <div>
                <Stream stream={row.stream} record={row.record} /> {row.text}
              </div>
              <FieldChanges fields={row.fields} />
            </Row>
          ))}
        </Rows>
        {cause.added + cause.changed + cause.removed > cause.rows.length && (
          <p className="audit-more muted">The first {count(cause.rows.length, "change")} of this cause are shown.</p>
        )}
      </Panel>
    ))}
  </>
)

const shownFields = 6
const absent = (value: string) => value === "" || value === "nothing"
const isData = ({ before, after }: Cause["rows"][number]["fields"][number]) => /^[[{]/.test(before) || /^[[{]/.test(after)

/** Formats a value from the log. */
const said = (value: string) => (absent(value) ? "–" : formatDaysIn(/^[a-z]+(_[a-z]+)+$/.test(value) ? capitalised(plain(value)) : value))

const FieldChanges = ({ fields }: Pick<Cause["rows"][number], "fields">) => {
  const line = ({ field, before, after }: (typeof fields)[number]) => (
    <li key={field}>
      <span className="muted">{capitalised(plain(field))}</span> <del>{said(before)}</del> → <ins>{said(after)}</ins>
    </li>
  )
  // fields that stayed empty are left out; lists and nested records are shown on request
  const told = fields.filter(({ before, after }) => !absent(before) || !absent(after))
  const inWords = told.filter((field) => !isData(field))
  const rest = [...inWords.slice(shownFields), ...told.filter(isData)]
  return (
    <>
      <ul className="changes audit-changes">{inWords.slice(0, shownFields).map(line)}</ul>
      {rest.length > 0 && (
        <details className="audit-details">
          <summary>Show technical record</summary>
          <ul className="changes audit-changes">{rest.map(line)}</ul>
        </details>
      )}
    </>
  )
}
