import { formatInstant, When } from "@ops/platform/ui/date.tsx"
import type { Filter } from "@ops/platform/ui/lists/list-state.ts"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { useMemo } from "react"
import { pathOf } from "../../web/client.ts"
import { LogList } from "./log-list.tsx"
import { type Event, position, useWords, viaWords } from "../../web/labels.ts"

/** Every event of the log in plain words, newest first. */
export const Events = () => {
  const words = useWords().data
  const sites = useSites()
  const filters = useMemo<readonly Filter[]>(
    () => [
      { field: "person", label: "Person", text: "FO-FIN-001 or a name" },
      { field: "entity", label: "Kind of record", one: true, options: words?.kinds.map(({ kind, label }) => ({ value: kind, label })) ?? [] },
      { field: "id", label: "Record", text: "Its number, or its id and kind" },
      { field: "type", label: "Type", one: true, options: words?.types.map(({ type }) => ({ value: type, label: type })) ?? [] },
      { field: "siteId", label: "Site", one: true, options: sites.map(({ id, name }) => ({ value: String(id), label: name })) },
      { field: "via", label: "Way", one: true, options: Object.entries(viaWords).map(([value, label]) => ({ value, label })) },
      { field: "from", label: "From", date: true },
      { field: "to", label: "To", date: true },
    ],
    [words, sites],
  )
  return (
    <LogList<Event>
      path={pathOf("GET /api/audit/events")}
      noun={["event", "events"]}
      filters={filters}
      opens
      rowId={(event) => String(event.position)}
      columns={[
        { id: "position", header: "Event", cell: (event) => <span className="num">{position(event.position)}</span> },
        { id: "at", header: "When", cell: (event) => <When at={event.occurredAt} exact /> },
        { id: "by", header: "Who", cell: ({ by }) => by },
        { id: "text", header: "What", cell: ({ text }) => text, grows: true },
        { id: "record", header: "Record", cell: ({ record }) => record },
      ]}
      card={(event) => ({
        title: event.text,
        text: `${event.record} · ${event.by}`,
        figure: <span className="muted audit-when">{formatInstant(event.occurredAt)}</span>,
      })}
      empty={{ title: "No events yet", text: "Everything done from now on appears here." }}
    />
  )
}
