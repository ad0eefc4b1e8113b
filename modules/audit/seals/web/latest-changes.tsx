/** The latest changes to invoices by people, one for each act, in words: what became of each field, who did it and when. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Before } from "@ops/platform/ui/before.tsx"
import { dayOf, formatDaysIn, formatInstant, formatTime } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { changedValue } from "@ops/platform/ui/record/changed-value.ts"
import { inWords } from "@ops/platform/text.ts"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { position } from "../../web/labels.ts"

const shown = 4
const forms = { instant: formatInstant, text: formatDaysIn }

/** The digest of a file, which says nothing to a reader. */
const isDigest = (value: string | null) => /^[0-9a-f]{64}$/.test(value ?? "")
const minutes = (at: string) => Math.floor(Date.parse(at) / 60_000)
/** When it was recorded, if that was later: on the same day the time alone. */
const recorded = ({ occurredAt, at }: { readonly occurredAt: string; readonly at: string }) =>
  minutes(at) - minutes(occurredAt) > 1 && `recorded ${dayOf(at) === dayOf(occurredAt) ? formatTime(at) : formatInstant(at)}`

export const LatestChanges = () => {
  const events = useApi("GET /api/audit/events", { query: { entity: "invoice", limit: "30", changes: "true" } })
  return (
    <Panel
      title="Latest changes to invoices"
      actions={
        <Link className="link" to="/audit?tab=events&entity=invoice">
          All
        </Link>
      }
    >
      <Answer of={events} rows={6}>
        {(rows) => {
          const byPeople = rows
            .filter(({ actor }) => !actor.startsWith("system:"))
            .map((event) => ({ ...event, changes: (event.changes ?? []).filter(({ to }) => !isDigest(to)) }))
          // what a person did to an invoice at one moment is one change, though it is several events: drafted and issued
          const acts = [...Map.groupBy(byPeople, ({ stream, occurredAt }) => `${stream} ${occurredAt}`).values()]
            .filter((act) => act.some(({ changes }) => changes.length > 0))
            .slice(0, shown)
          if (acts.length === 0) return <EmptyState title="No invoice has been changed yet" small />
          return (
            <ol className="audit-latest">
              {acts.map((act) => {
                const [last] = act
                if (!last) return null
                const changes = act.toReversed().flatMap((event) => event.changes)
                const number = last.record.replace(/^Invoice /, "")
                // a field of a new invoice was nothing before, and a number that the title has need not be repeated
                const told = changes.filter(({ field, to }) => field !== "rate" && !last.record.endsWith(to ?? "–"))
                return (
                  <li key={last.position}>
                    <p>
                      {formatDaysIn(
                        `${number}: ${act
                          .toReversed()
                          .map(({ text }) => text.replace(` as ${number}`, ""))
                          .join(". ")}`,
                      )}
                    </p>
                    <dl>
                      {told.map(({ field, from, to }) => (
                        <div key={field}>
                          <dt>{inWords(field)}</dt>
                          <dd>
                            {from !== null && from !== "nothing" && (
                              <>
                                <del>{changedValue(from, forms)}</del> <span aria-hidden>→</span>{" "}
                              </>
                            )}
                            <ins>{changedValue(to, forms)}</ins>
                          </dd>
                        </div>
                      ))}
                    </dl>
                    <small className="muted">
                      {[last.by, formatInstant(last.occurredAt), recorded(last), `event ${position(last.position)}`].filter(Boolean).join(" · ")}
                      <Before position={last.position} />
                    </small>
                  </li>
                )
              })}
            </ol>
          )
        }}
      </Answer>
    </Panel>
  )
}
