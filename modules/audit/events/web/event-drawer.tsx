import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { addressAt, before } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Link } from "react-router-dom"
import { pathOf } from "../../web/client.ts"
import { actWords, type Event, eventsOf, position as said, screenOf, useLog, viaWords } from "../../web/labels.ts"

/** One event: the person, action, time and channel, a link to its record, and how to prove that it is in the log. */
export const EventDrawer = ({ position, onClose }: { readonly position: string; readonly onClose: () => void }) => {
  const number = /^\d{1,15}$/.test(position) ? Number(position) : 0
  const found = useLog<readonly Event[]>(number > 0 ? pathOf("GET /api/audit") : null, { after: String(number - 1), limit: "1" })
  const event = found.data?.find((each) => each.position === number)
  const title = `Event ${said(number)}`
  if (!event)
    return (
      <Drawer title={title} onClose={onClose}>
        {found.isError ? (
          <ErrorPanel error={found.error} retry={() => void found.refetch()} />
        ) : found.isSuccess || number === 0 ? (
          <EmptyState title="There is no such event at this moment" small />
        ) : (
          <Loading rows={6} label="Loading the event..." />
        )}
      </Drawer>
    )
  const screen = screenOf(event.stream)
  const actor = event.actor.startsWith("person:") ? event.by : event.actor.startsWith("system:") ? "system" : undefined
  return (
    <Drawer title={title} subject={event.text} onClose={onClose}>
      <section className="part">
        <KeyValues
          of={[
            [
              "Record",
              screen ? (
                <Link key="record" className="link" to={screen}>
                  {event.record}
                </Link>
              ) : (
                event.record
              ),
            ],
            ["Who", `${event.by} (${event.actor})`],
            ["Happened", <When key="occurred" at={event.occurredAt} exact />],
            event.at !== event.occurredAt && ["Written", <When key="at" at={event.at} exact />],
            ["Way", viaWords[event.via] ?? event.via],
            [
              "Act",
              <span key="act">
                {actWords(event.command)} <code className="audit-code">{event.command}</code>
              </span>,
            ],
            [
              "Type",
              <code key="type" className="audit-code">
                {event.type}
              </code>,
            ],
            [
              "Stream",
              <code key="stream" className="audit-code">
                {event.stream}, version {event.version}
              </code>,
            ],
            [
              "Hash",
              <code key="hash" className="audit-code">
                {event.hash}
              </code>,
            ],
          ]}
        />
      </section>
      <section className="part">
        <h3>Look back</h3>
        <ul className="audit-links">
          {number > 1 && (
            <li>
              <a className="link" href={addressAt(screen ?? "/", before(number))}>
                View the system before this
              </a>
            </li>
          )}
          <li>
            <a className="link" href={addressAt(screen ?? "/", `@${number}`)}>
              View the system after this
            </a>
          </li>
          <li>
            <Link className="link" to={eventsOf(event.stream)}>
              All events of this record
            </Link>
          </li>
          {actor && (
            <li>
              <Link className="link" to={`/audit?${new URLSearchParams({ person: actor })}`}>
                All that {actor === "system" ? "the system" : event.by} did
              </Link>
            </li>
          )}
        </ul>
      </section>
      <section className="part">
        <h3>Proof</h3>
        <p className="muted">Anyone with this file and our public key can verify that this event is in the log, unchanged:</p>
        <pre className="audit-command">
          ops audit prove {number} --out event-{number}.json
        </pre>
      </section>
    </Drawer>
  )
}
