/** The months of the books, what blocks the close of each, and closing and re-opening. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Day, formatInstant, today } from "@ops/platform/ui/date.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Check as Tick, X } from "lucide-react"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../../web/client.ts"
import { daysOf, reports } from "../../statements/web/statement-reports.ts"
import { type Check, type Period, placeOf } from "../../web/labels.ts"

const PeriodDialog = lazyPart(() => import("./period-dialog.tsx"))

const words = { open: "Open", soft_closed: "Soft-closed", closed: "Closed" } as const
const Standing = ({ of }: { readonly of: Period }) => (
  <StatusMark status={{ open: "open", soft_closed: "processing", closed: "closed" }[of.status]} label={words[of.status]} />
)
const name = (person: Period["closedByUser"]) => (person ? `${person.firstName} ${person.lastName}` : "")

export const Periods = () => (
  <ListPage
    path={pathOf("GET /api/periods")}
    noun={["period", "periods"]}
    loading="Loading periods..."
    rowId={({ period }) => period}
    number={({ period }) => period}
    filters={[{ field: "status", label: "Status", options: Object.entries(words).map(([value, label]) => ({ value, label })) }]}
    columns={[
      { id: "period", header: "Period", cell: ({ title }) => title, sort: true },
      { id: "status", header: "Status", cell: (period) => <Standing of={period} /> },
      { id: "closedBy", header: "Closed by", cell: ({ closedByUser }) => name(closedByUser) },
      { id: "closedAt", header: "Closed", cell: ({ closedAt }) => closedAt && formatInstant(closedAt) },
      { id: "overrides", header: "Overrides", figure: ({ overrides }) => overrides.length || "" },
      {
        id: "reopening",
        header: "Re-opening",
        cell: ({ reopeningAskedByUser }) => reopeningAskedByUser && `asked by ${name(reopeningAskedByUser)}`,
        grows: true,
      },
    ]}
    card={(period) => ({
      title: period.title,
      mark: <Standing of={period} />,
      text: period.reopeningAskedByUser ? `Re-opening asked by ${name(period.reopeningAskedByUser)}` : name(period.closedByUser),
    })}
    empty={{ title: "No entries yet" }}
    drawer={(period, row, close) => <PeriodDrawer key={period} period={period} row={row} onClose={close} />}
  />
)

const PeriodDrawer = ({ period, row, onClose }: { readonly period: string; readonly row: Period | undefined; readonly onClose: () => void }) => {
  const dialog = useDialog()
  const periods = useApi(!row ? "GET /api/periods" : null)
  const checks = useApi("GET /api/periods/:period/checklist", { period })
  const of = row ?? periods.data?.find((one) => one.period === period)
  if (!of) {
    return (
      <Drawer title={period} onClose={onClose}>
        {periods.isError ? <ErrorPanel error={periods.error} /> : periods.data ? <p>Nothing was posted in {period}.</p> : <Loading rows={6} />}
      </Drawer>
    )
  }
  return (
    <Drawer title={of.title} status={<Standing of={of} />} onClose={onClose} actions={<Acts of={of} />}>
      <section className="part">
        <KeyValues
          of={[
            of.status === "soft_closed" && ["Soft-closed by", name(of.closedByUser)],
            of.reason !== "" && ["Why", of.reason],
            of.status === "closed" && ["Closed by", name(of.closedByUser)],
            of.closedAt !== null && ["Closed", formatInstant(of.closedAt)],
            of.reopeningAskedByUser !== null && ["Re-opening asked by", name(of.reopeningAskedByUser)],
            of.reopeningReason !== null && ["Reason", of.reopeningReason],
            of.status === "open" && ["Last day", <Day key="last" date={daysOf(of.period)?.to ?? null} />],
          ]}
        />
        {of.overrides.length > 0 && (
          <>
            <h3>Overrides</h3>
            <KeyValues of={of.overrides.map(({ key, reason }) => [checks.data?.find((check) => check.key === key)?.title ?? key, reason])} />
          </>
        )}
      </section>
      {of.versions.toReversed().map((version) => (
        <Pack key={version.version} of={version} period={of.period} isOnly={of.versions.length === 1} />
      ))}
      <section className="part">
        <h3>Checklist</h3>
        <Answer of={checks} rows={8}>
          {(lines) => <Checklist of={lines} />}
        </Answer>
      </section>
      {dialog.name?.startsWith("period-") && dialog.value === of.period && checks.data && (
        <PeriodDialog act={dialog.name.slice("period-".length)} period={of} checks={checks.data} onClose={dialog.close} />
      )}
    </Drawer>
  )
}

type Version = Period["versions"][number]

/** The statements of one close; those of a reversed close stay readable. */
const Pack = ({ of, period, isOnly }: { readonly of: Version; readonly period: string; readonly isOnly: boolean }) => {
  const { version, pack, supersededAt, closedAt, closedByUser, reopenedByUser, reopeningReason, overrides } = of
  return (
    <section className="part">
      <h3>
        Statements published at the close
        {(!isOnly || supersededAt !== null) && `, version ${version}`}
        {supersededAt !== null && " (superseded)"}
      </h3>
      {supersededAt !== null && (
        <KeyValues
          of={[
            ["Closed by", name(closedByUser)],
            closedAt !== null && ["Closed", formatInstant(closedAt)],
            ["Re-opened by", name(reopenedByUser)],
            ["Re-opened", formatInstant(supersededAt)],
            reopeningReason !== null && ["Reason", reopeningReason],
            overrides.length > 0 && ["Overrides", overrides.map(({ key, reason }) => `${key}: ${reason}`).join("; ")],
          ]}
        />
      )}
      <ul className="books-pack">
        {pack.map(({ report, sha256 }) => (
          <li key={report}>
            <a className="link" href={href(`/api/periods/${period}/pack/${report}?version=${version}`)} download>
              {reports.find(({ id }) => id === report)?.label ?? report}
            </a>
            <small className="muted" title="SHA-256">
              {sha256}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Checklist = ({ of }: { readonly of: readonly Check[] }) => (
  <ul className="books-checklist">
    {of.map(({ key, title, ok, count, examples }) => (
      <li key={key} data-ok={ok || undefined}>
        <p className="books-check">
          {ok ? <Tick size={16} strokeWidth={2} aria-label="Done" /> : <X size={16} strokeWidth={2} aria-label="In the way" />}
          <span>{title}</span>
          {!ok && <span className="num negative">{count}</span>}
        </p>
        {examples.length > 0 && (
          <ul>
            {examples.map(({ text, path }) => {
              const to = path === null ? undefined : placeOf(path)
              return (
                <li key={text}>
                  {to ? (
                    <Link className="link" to={to}>
                      {text}
                    </Link>
                  ) : (
                    text
                  )}
                </li>
              )
            })}
            {count > examples.length && <li className="muted">and {count - examples.length} more</li>}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

const Acts = ({ of }: { readonly of: Period }) => {
  const { can } = useSession()
  const user = useUser()
  const dialog = useDialog()
  if (!can("finance.full")) return null
  const act = (name: string, label: string, kind: "plain" | "primary" = "plain") => (
    <Button kind={kind} onClick={() => dialog.open(`period-${name}`, of.period)}>
      {label}
    </Button>
  )
  const isOver = (daysOf(of.period)?.to ?? "") < today()
  const asked = of.reopeningAskedByUser
  if (asked) {
    if (user.accessLevel !== 10) return <p className="muted">A person of level 10 must confirm.</p>
    return String(asked.id) === user.id ? <p className="muted">Another person must confirm your request.</p> : act("confirm", "Confirm re-opening", "primary")
  }
  return (
    <>
      {of.status === "open" && act("soft-close", "Soft-close")}
      {of.status !== "closed" && isOver && act("close", "Close", "primary")}
      {of.status !== "closed" && !isOver && <p className="muted">It can be closed once it is over.</p>}
      {of.status !== "open" && act("ask", "Ask for re-opening")}
    </>
  )
}
