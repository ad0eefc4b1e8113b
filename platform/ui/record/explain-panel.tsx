/** Where a figure comes from: the calculation in words, its parts, the terms that it uses, its records and their events. */
import { useQuery } from "@tanstack/react-query"
import { ChevronRight, Download, Link2 as LinkIcon } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import type { Explanation as Answer } from "../../http/explain-contract.ts"
import { read } from "../data/api.ts"
import { formatDay, formatDaysIn, formatInstant } from "../date.tsx"
import { Drawer } from "../layers/drawer.tsx"
import { ErrorPanel } from "../error-panel.tsx"
import type { FigureRef } from "../data/figure-ref.ts"
import { Button } from "../button.tsx"
import { explanationLink } from "../data/figure-link.ts"
import { notify } from "../layers/notices.tsx"
import { SiteCode } from "../site-code.tsx"
import { useSites } from "../working-site.tsx"
import { Loading } from "../loading.tsx"
import { formatMoney } from "../money.tsx"
import "./explain-panel.css"
import { Timeline, type TimelineEvent } from "./timeline.tsx"

type Explanation = typeof Answer.Type
interface Level extends FigureRef {
  /** its name in the level above */
  readonly title?: string
}

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 })
/** With the decimals it was given with. */
const figure = (value: string | number) => {
  const [, decimals = ""] = String(value).split(".")
  return Number(value).toLocaleString("en-US", { minimumFractionDigits: decimals.length })
}
const valued = (value: string | number | null, unit: string) => {
  if (value === null) return ""
  if (unit === "USD" || unit === "SSP") return formatMoney(String(value), unit)
  const one = unit === "people" ? "person" : unit.replace(/s$/, "")
  return `${figure(value)} ${Number(value) === 1 ? one : unit}`.trim()
}

/** The actor and the channel: the channel is shown after the name. */
const told = (events: Explanation["records"][number]["events"]): readonly TimelineEvent[] =>
  [...events].reverse().map(({ position, at, by, via, text }) => ({ position, at, by, text, note: `via ${via}` }))

const History = ({ events, open }: { readonly events: Explanation["records"][number]["events"]; readonly open: boolean }) =>
  events.length > 0 && (
    <details className="explain-events" open={open}>
      <summary>
        {events.length} {events.length === 1 ? "event" : "events"}
      </summary>
      <Timeline events={told(events)} />
    </details>
  )

interface PartsProps {
  readonly of: Explanation
  readonly onOpen: (level: Level) => void
}

interface LeavingProps {
  readonly of: Explanation
  /** A link to a record was followed. */
  readonly onLeave: () => void
}

/** A name that leads one level down. */
const Down = ({ label, figure, onOpen }: { readonly label: string; readonly figure: FigureRef | undefined; readonly onOpen: PartsProps["onOpen"] }) =>
  figure ? (
    <button type="button" className="explain-down" onClick={() => onOpen({ ...figure, title: label })}>
      {label}
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
    </button>
  ) : (
    label
  )

const Inputs = ({ of, onOpen }: PartsProps) =>
  of.inputs.length > 0 && (
    <section className="part">
      <h3>Breakdown</h3>
      <table className="inputs" aria-label="Breakdown">
        <tbody>
          {of.inputs.map(({ label, value, unit, figure }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts can have one name
            <tr key={`${label} ${n}`}>
              <th scope="row">
                <Down label={label} figure={figure} onOpen={onOpen} />
              </th>
              <td className="num">{valued(value, unit)}</td>
            </tr>
          ))}
        </tbody>
        {(of.sum !== null || of.total > of.inputs.length) && (
          <tfoot>
            <tr>
              <th scope="row">{of.total > of.inputs.length ? `All ${numbers.format(of.total)}, of which ${of.inputs.length} are shown` : "Total"}</th>
              <td className="num">{valued(of.sum, of.unit)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )

const Sites = ({ of, onOpen }: PartsProps) => {
  const sites = useSites()
  return (
    of.sites.length > 1 && (
      <section className="part">
        <h3>By site</h3>
        <table className="inputs" aria-label="By site">
          <tbody>
            {of.sites.map(({ siteId, value, unit, figure }) => {
              const site = sites.find(({ id }) => id === siteId)
              return (
                <tr key={siteId}>
                  <th scope="row">
                    <span className="line-tight">
                      <SiteCode code={site?.code} /> <Down label={site?.name ?? "No site"} figure={figure} onOpen={onOpen} />
                    </span>
                  </th>
                  <td className="num">{valued(value, unit)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    )
  )
}

/** The days before that its screen compares it with, and the change: a percentage only where it says something. */
const Before = ({ of }: { readonly of: Explanation }) => {
  if (of.before === null) return null
  const { label, value } = of.before
  const [now, then] = [Number(of.value), Number(value)]
  const percent = ((now - then) / then) * 100
  const sign = now > then ? "+" : ""
  return (
    <section className="part">
      <h3>Compared with {formatDaysIn(label)}</h3>
      <table className="inputs" aria-label="Comparison">
        <tbody>
          <tr>
            <th scope="row">Then</th>
            <td className="num">{valued(value, of.unit)}</td>
          </tr>
          <tr>
            <th scope="row">Change</th>
            <td className="num">
              {sign}
              {valued(of.unit === "USD" || of.unit === "SSP" ? (now - then).toFixed(2) : now - then, of.unit)}
              {then >= 5 && percent < 1000 && `, ${sign}${percent.toFixed(1).replace("-", "−")}%`}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const Terms = ({ of, onLeave }: LeavingProps) =>
  of.terms.length > 0 && (
    <section className="part">
      <h3>Rests on</h3>
      <ul className="explain-list">
        {of.terms.map(({ label, value, unit, from, source, path, events }) => (
          <li key={`${label} ${from}`}>
            <p className="explain-line">
              <span>
                {path ? (
                  <Link className="link" to={path} onClick={onLeave}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
                <small className="muted">{[from && `from ${formatDay(from)}`, source].filter(Boolean).join(" · ")}</small>
              </span>
              <b className="num">{valued(value, unit)}</b>
            </p>
            <History events={events} open={false} />
          </li>
        ))}
      </ul>
    </section>
  )

const Records = ({ of, onOpen, onLeave }: PartsProps & LeavingProps) =>
  of.records.length > 0 && (
    <section className="part">
      <h3>Records</h3>
      <ul className="explain-list">
        {of.records.map(({ stream, title, value, unit, path, figure, events }) => (
          <li key={stream ?? title}>
            <p className="explain-line">
              <span>
                {path ? (
                  <Link className="link" to={path} onClick={onLeave}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </span>
              <b className="num">{valued(value, unit)}</b>
            </p>
            {figure && (
              <p>
                <Down label={`Explain ${title}`} figure={figure} onOpen={onOpen} />
              </p>
            )}
            <History events={events} open={of.records.length === 1} />
          </li>
        ))}
      </ul>
      {of.inputs.length === 0 && of.total > of.records.length && (
        <p className="muted">
          {of.records.length} of {numbers.format(of.total)}
        </p>
      )}
    </section>
  )

/** The levels that led here, each with a way back. */
const Trail = ({ levels, go }: { readonly levels: readonly string[]; readonly go: (level: number) => void }) => (
  <nav className="explain-trail" aria-label="Levels">
    <ol>
      {levels.map((title, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
        <li key={level}>
          {level < levels.length - 1 ? (
            <button type="button" className="link" onClick={() => go(level)}>
              {title}
            </button>
          ) : (
            <span aria-current="true">{title}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)

/** A field of a CSV file, which no spreadsheet reads as a formula. */
const field = (text: string) => `"${text.replace(/^[=+@\t\r-]/, "'$&").replaceAll('"', '""')}"`
/** The figure and its parts as the address of a CSV file. */
const csvOf = ({ label, value, unit, inputs, sites }: Explanation, siteName: (id: number | null) => string) => {
  const lines = [
    [label, value, unit] as const,
    ...inputs.map((part) => [part.label, part.value, part.unit] as const),
    ...sites.map((part) => [siteName(part.siteId), part.value, part.unit] as const),
  ]
  const text = ["Figure,Value,Unit", ...lines.map(([name, value, unit]) => [field(name), value ?? "", field(unit)].join(","))].join("\n")
  return `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`
}

export default function ExplainPanel({ figure, onClose }: { readonly figure: FigureRef; readonly onClose: () => void }) {
  const [levels, setLevels] = useState<readonly [Level, ...Level[]]>([figure])
  const level = levels.at(-1)!
  const query = { ...level.parameters, figure: level.name, sites: "true" }
  // read when it is opened, because it may have changed since
  const answer = useQuery<Explanation>({ queryKey: ["/api/explain", query], queryFn: ({ signal }) => read("/api/explain", query, signal), staleTime: 0 })
  const of = answer.data
  const sites = useSites()
  const go = (to: number) => setLevels(levels.slice(0, to + 1) as unknown as [Level, ...Level[]])
  const open = (next: Level) => setLevels([...levels, next])
  const [first, setFirst] = useState<string>()
  const { pathname } = useLocation()
  const [here] = useState(pathname)
  useEffect(() => {
    if (pathname !== here) onClose()
  })
  if (of && levels.length === 1 && first === undefined) setFirst(of.label)
  let body: ReactNode = <Loading rows={5} label="Loading the explanation..." />
  if (answer.isError) body = <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
  else if (of) {
    body = (
      <>
        {levels.length > 1 && <Trail levels={levels.map(({ title, name }) => title ?? first ?? name)} go={go} />}
        <section className="part">
          <h3>How it is calculated</h3>
          <p className="formula">{formatDaysIn(of.formula)}</p>
        </section>
        <Inputs of={of} onOpen={open} />
        <Sites of={of} onOpen={open} />
        <Before of={of} />
        <Terms of={of} onLeave={onClose} />
        <Records of={of} onOpen={open} onLeave={onClose} />
      </>
    )
  }
  return (
    <Drawer
      key={levels.length}
      dims
      title={of?.label ?? "Where this figure comes from"}
      subject={
        of && (
          <>
            <span className="explain-value num">{valued(of.value, of.unit) || "–"}</span>
            <small>
              {levels.length > 1 && `${level.title}, `}as of {formatInstant(of.asOf)}
            </small>
          </>
        )
      }
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(explanationLink(level)).then(
                () => notify.success("Link copied"),
                () => notify.error("The link could not be copied"),
              )
            }
          >
            <LinkIcon size={15} strokeWidth={1.75} aria-hidden />
            Copy link
          </Button>
          {of && (
            <Button asChild>
              <a href={csvOf(of, (id) => sites.find((site) => site.id === id)?.name ?? "No site")} download={`${of.label}.csv`}>
                <Download size={15} strokeWidth={1.75} aria-hidden />
                Export
              </a>
            </Button>
          )}
        </>
      }
      onEscape={(event) => {
        if (levels.length === 1) return
        event.preventDefault()
        go(levels.length - 2)
      }}
    >
      {body}
    </Drawer>
  )
}
