/** The mails about alerts, as plain text and as simple HTML, with days and amounts as the screens show them. Pure functions. */
import { formatDaysIn } from "@ops/platform/dates/sentence.ts"

export interface Told {
  readonly id: number
  readonly priority: string
  readonly title: string
  readonly message: string
  readonly site: string | null
}
export interface Waiting {
  readonly label: string
  readonly number: string
  readonly title: string
  readonly amount: string | null
  readonly currency: string | null
  readonly path: string
}
export interface Digest {
  readonly name: string
  /** in long form: "Saturday, 21 November 2026" */
  readonly day: string
  readonly opened: ReadonlyArray<Told>
  readonly overdue: ReadonlyArray<Told>
  readonly waiting: WaitingList
  /** what others have delegated to the person */
  readonly delegated: WaitingList
}
export interface WaitingList {
  readonly rows: ReadonlyArray<Waiting>
  /** the total number, if not all are listed */
  readonly total: number
}
export interface Mailed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const most = 10
const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
/** Reduces a subject to one line. */
const line = (text: string) => formatDaysIn(text).replaceAll(/\s+/g, " ").trim().slice(0, 300)

interface Part {
  readonly head: string
  readonly lines: ReadonlyArray<{ readonly text: string; readonly below: string; readonly to: string }>
  readonly more: number
}

const page = (first: string, parts: ReadonlyArray<Part>, origin: string, last: string): Pick<Mailed, "text" | "html"> => ({
  text: [
    first,
    ...parts.map(({ head, lines, more }) =>
      [`${head.toUpperCase()}`, ...lines.map(({ text, below }) => `- ${text}${below ? `\n  ${below}` : ""}`), ...(more > 0 ? [`- and ${more} more`] : [])].join(
        "\n",
      ),
    ),
    last,
  ].join("\n\n"),
  html:
    `<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.45;max-width:40em"><p>${escaped(first)}</p>` +
    parts
      .map(
        ({ head, lines, more }) =>
          `<h3 style="font-size:15px;margin:1.2em 0 .3em">${escaped(head)}</h3><ul style="padding-left:1.2em;margin:0">` +
          lines
            .map(
              ({ text, below, to }) =>
                `<li style="margin:.3em 0"><a href="${escaped(origin + to)}">${escaped(text)}</a>${below ? `<br>${escaped(below)}` : ""}</li>`,
            )
            .join("") +
          `${more > 0 ? `<li>and ${more} more</li>` : ""}</ul>`,
      )
      .join("") +
    `<p style="color:#555">${escaped(last)}</p></body></html>`,
})

const toldLines = (alerts: ReadonlyArray<Told>) =>
  alerts.slice(0, most).map(({ id, priority, title, message, site }) => ({
    text: formatDaysIn(`${title}${site === null ? "" : ` (${site})`}${priority === "critical" ? ", critical" : ""}`),
    below: formatDaysIn(message),
    to: `/alerts?open=${id}`,
  }))

const waitingLines = ({ rows, total }: WaitingList, tab?: string) => ({
  lines: rows.map(({ label, number, title, amount, currency, path }) => ({
    text: formatDaysIn(`${label} ${number}${amount === null ? "" : `: ${currency} ${amount}`}`),
    below: formatDaysIn(title),
    to: tab ?? path,
  })),
  more: total - rows.length,
})

const choose = (origin: string) => `Choose your notifications: ${origin}/alerts?dialog=choices`

/** The mail of one alert. */
export const alertLetter = ({ id, priority, title, message, site }: Told, origin: string): Mailed => ({
  subject: line(`${priority === "critical" ? "Critical: " : ""}${title}`),
  ...page(
    formatDaysIn(`${title}${site === null ? "" : `, ${site}`}.`),
    [{ head: "What happened", lines: [{ text: formatDaysIn(message || title), below: "", to: `/alerts?open=${id}` }], more: 0 }],
    origin,
    `Open it: ${origin}/alerts?open=${id}\n${choose(origin)}`,
  ),
})

/** The digest mail; undefined if there is nothing to report. */
export const digestLetter = ({ name, day, opened, overdue, waiting, delegated }: Digest, origin: string): Mailed | undefined => {
  const parts: ReadonlyArray<Part> = [
    { head: `New since yesterday (${opened.length})`, lines: toldLines(opened), more: opened.length - most },
    { head: `Awaiting your decision (${waiting.total})`, ...waitingLines(waiting) },
    { head: `Delegated to you (${delegated.total})`, ...waitingLines(delegated, "/approvals?tab=delegated") },
    { head: `Overdue (${overdue.length})`, lines: toldLines(overdue), more: overdue.length - most },
  ].filter(({ lines }) => lines.length > 0)
  if (parts.length === 0) return undefined
  const decisions = waiting.total + delegated.total
  const counts = [
    opened.length > 0 && many(opened.length, "new alert"),
    decisions > 0 && many(decisions, "decision"),
    overdue.length > 0 && `${overdue.length} overdue`,
  ].filter(Boolean)
  return {
    subject: line(`Your day: ${counts.join(", ")}`),
    ...page(`Good morning ${name}. This is your digest for ${day}.`, parts, origin, `Everything: ${origin}/alerts\n${choose(origin)}`),
  }
}
