import { formatInstant, When } from "@ops/platform/ui/date.tsx"
import type { Filter } from "@ops/platform/ui/lists/list-state.ts"
import { useMemo } from "react"
import type { AuditRead } from "../../contract.ts"
import { pathOf } from "../../web/client.ts"
import { LogList } from "./log-list.tsx"
import { count, position, useWords } from "../../web/labels.ts"

type Read = typeof AuditRead.Type

const classWords: Readonly<Record<string, string>> = {
  health: "Health",
  identity: "Identity",
  pay: "Pay",
  bank: "Bank details",
  mail: "Mails",
  log: "The log",
  export: "Exports",
  sessions: "Sessions of others",
}
const classOf = (name: string) => classWords[name] ?? name

/** Accesses to sensitive data, newest first. */
export const Reads = () => {
  const words = useWords().data
  const filters = useMemo<readonly Filter[]>(
    () => [
      { field: "person", label: "Person", text: "FO-FIN-001 or a name" },
      { field: "class", label: "Shown", one: true, options: words?.classes.map((value) => ({ value, label: classOf(value) })) ?? [] },
      { field: "record", label: "Record", text: "The id of a record shown" },
      { field: "from", label: "From", date: true },
      { field: "to", label: "To", date: true },
    ],
    [words],
  )
  return (
    <LogList<Read>
      path={pathOf("GET /api/audit/reads")}
      noun={["read", "reads"]}
      filters={filters}
      unsearched
      rowId={({ id }) => String(id)}
      columns={[
        { id: "at", header: "When", cell: ({ at }) => <When at={at} exact /> },
        { id: "by", header: "Who", cell: ({ by }) => by },
        { id: "class", header: "Shown", cell: (row) => classOf(row.class) },
        {
          id: "endpoint",
          header: "Call",
          cell: ({ endpoint, path }) => (
            <>
              {endpoint} <span className="muted audit-path">{path}</span>
            </>
          ),
          grows: true,
        },
        { id: "count", header: "Records", figure: (row) => row.count },
        { id: "asOf", header: "As of", cell: ({ asOf }) => (asOf === null ? "Now" : `Event ${position(asOf)}`) },
        { id: "purpose", header: "Purpose", cell: ({ purpose }) => purpose ?? <span className="muted">–</span>, grows: true },
        { id: "status", header: "Answer", figure: ({ status }) => status },
      ]}
      card={(row) => ({
        title: `${row.by}: ${classOf(row.class)}`,
        text: `${row.endpoint}, ${count(row.count, "record")}`,
        figure: <span className="muted audit-when">{formatInstant(row.at)}</span>,
      })}
      empty={{
        title: "No sensitive data has been viewed yet",
        text: "Every view of pay, health, identity, e-mail, log or export data is listed here.",
      }}
    />
  )
}
