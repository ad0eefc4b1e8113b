import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { formatDaysIn, formatDay, today, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import type { DutiesReport } from "../../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ChoiceAsked, DayAsked, Fields, TextAsked } from "../../web/fields.tsx"
import { OpenEvent, Stream } from "../../events/web/open-event.tsx"
import { count, useLog, useWords } from "../../web/labels.ts"

type Report = typeof DutiesReport.Type
const atOnce = 25

/** The duties performed in each chain that moves money: overridden rules, and two duties of one person. */
export const Duties = () => {
  const words = useWords().data
  const [from] = useAddress("from")
  const [to] = useAddress("to")
  const [chain] = useAddress("chain")
  const [person] = useAddress("person")
  const report = useLog<Report>(pathOf("GET /api/audit/duties"), {
    ...(from && { from }),
    ...(to && { to }),
    ...(chain && { chain }),
    ...(person && { person }),
  })
  const chainOf = (name: string) => words?.chains.find((each) => each.chain === name)?.label ?? name
  return (
    <>
      <Fields label="Which duties">
        <DayAsked name="from" label="From" fallback={`${today().slice(0, 8)}01`} />
        <DayAsked name="to" label="To" fallback={today()} />
        <ChoiceAsked name="chain" label="Chain" none="Every chain" options={words?.chains.map(({ chain, label }) => ({ value: chain, label })) ?? []} />
        <TextAsked name="person" label="Person" placeholder="Everyone" />
      </Fields>
      <Answer of={report} rows={6} loading="Loading duties...">
        {(of) => (
          <>
            <Panel title="Overrides" count={of.overrides.length}>
              {of.overrides.length === 0 ? (
                <EmptyState title="No rule was overridden" small />
              ) : (
                <div className="audit-overrides">
                  <DataTable<Report["overrides"][number]>
                    label="Rules overridden"
                    rows={of.overrides}
                    rowId={(row) => String(row.position)}
                    columns={[
                      { id: "record", header: "Record", cell: (row) => <Stream stream={row.stream} record={row.record} />, grows: true },
                      { id: "text", header: "What", cell: ({ text }) => formatDaysIn(text), grows: true },
                      { id: "by", header: "Who", cell: ({ by }) => by },
                      { id: "reason", header: "Reason", cell: ({ reason }) => reason, grows: true },
                      { id: "at", header: "When", cell: ({ at }) => <When at={at} exact /> },
                      { id: "event", header: "Event", cell: (row) => <OpenEvent position={row.position} /> },
                    ]}
                  />
                </div>
              )}
            </Panel>
            <Panel title="Conflicting duties" count={of.pairs.length}>
              {of.pairs.length === 0 ? (
                <EmptyState title="No person held two conflicting duties" small />
              ) : (
                <Rows>
                  {of.pairs.map((pair) => (
                    <Row key={`${pair.stream} ${pair.actor} ${pair.duties.map(({ duty }) => duty).join()}`}>
                      <div>
                        <b>{pair.by}</b> {pair.duties.map(({ label }) => label.toLowerCase()).join(" and ")}{" "}
                        <Stream stream={pair.stream} record={pair.record} />
                      </div>
                      <div className="muted">
                        {pair.why}. {pair.reason === null ? "No reason was given." : `Reason: ${pair.reason}`}
                      </div>
                      <DutyLines duties={pair.duties} />
                    </Row>
                  ))}
                </Rows>
              )}
            </Panel>
            <Chains of={of} chainOf={chainOf} />
          </>
        )}
      </Answer>
    </>
  )
}

const DutyLines = ({ duties }: Pick<Report["pairs"][number], "duties">) => (
  <ul className="audit-duties">
    {duties.map((duty) => (
      <li key={`${duty.position} ${duty.duty}`}>
        <span className="muted">
          {duty.label}
          {duty.times > 1 && ` ${duty.times} times, first`}
        </span>{" "}
        {duty.by}, <When at={duty.at} exact /> <OpenEvent position={duty.position} />
      </li>
    ))}
  </ul>
)

const Chains = ({ of, chainOf }: { readonly of: Report; readonly chainOf: (name: string) => string }) => {
  const [shown, show] = useState(atOnce)
  return (
    <Panel title="Who did what" count={of.total}>
      {of.records.length === 0 ? (
        <EmptyState title={`Nothing happened between ${formatDay(of.from)} and ${formatDay(of.to)}`} small />
      ) : (
        <Rows>
          {of.records.slice(0, shown).map((record) => (
            <Row key={`${record.chain} ${record.stream}`}>
              <div>
                <Stream stream={record.stream} record={record.record} /> <span className="muted">{chainOf(record.chain)}</span>
              </div>
              <DutyLines duties={record.duties} />
            </Row>
          ))}
        </Rows>
      )}
      {of.records.length > shown && (
        <p className="audit-more">
          <button type="button" className="link" onClick={() => show(shown + 4 * atOnce)}>
            Show more of {count(of.records.length, "record")}
          </button>
        </p>
      )}
    </Panel>
  )
}
