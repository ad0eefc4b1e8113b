/** The auditor's report of a month: what was proven, what was published, and what people overrode. Pure: findings in, sentences out. */
import { count } from "@ops/platform/text.ts"

export interface MonthFound {
  /** 2026-10 */
  readonly period: string
  readonly title: string
  readonly position: number
  readonly log: {
    readonly events: number
    readonly sealedTo: number
    readonly outside: number | null
    readonly found: number
    readonly findings: ReadonlyArray<string>
  }
  readonly replay: { readonly rows: number; readonly differing: ReadonlyArray<string>; readonly documents: number; readonly lost: number }
  readonly close: {
    readonly status: "open" | "soft_closed" | "closed"
    readonly closedBy: string | null
    readonly closedAt: string | null
    /** number of closes of the month, including those that were re-opened */
    readonly versions: number
    readonly statements: ReadonlyArray<{ readonly report: string; readonly sha256: string }>
    /** names of statements that differ when they are created again, and of those that were never published */
    readonly differing: ReadonlyArray<string>
    readonly missing: ReadonlyArray<string>
  }
  /** checklist lines that were overridden */
  readonly overrides: ReadonlyArray<{ readonly what: string; readonly reason: string }>
  readonly checks: ReadonlyArray<{ readonly title: string; readonly ok: boolean; readonly count: number; readonly first: string | null }>
  readonly duties: {
    /** two duties performed by one person */
    readonly pairs: ReadonlyArray<{ readonly record: string; readonly by: string; readonly why: string; readonly reason: string | null }>
    readonly overrides: ReadonlyArray<{ readonly record: string; readonly by: string; readonly text: string; readonly reason: string }>
  }
  /** entries that were posted on a later day than their effective date, because its month was closed */
  readonly lateEntries: ReadonlyArray<{
    readonly entryNumber: string
    readonly fact: string
    readonly posted: string
    readonly description: string
    readonly usd: string
  }>
  readonly lateMeals: ReadonlyArray<{
    readonly date: string
    readonly meal: string
    readonly heads: number
    readonly currency: string
    readonly amount: string
    readonly status: string
    readonly reason: string
  }>
  /** balances stated by a bank statement or a count, and ties of sub-ledgers, at the end of the month */
  readonly balances: ReadonlyArray<{
    readonly title: string
    readonly currency: string
    readonly books: string
    readonly stated: string
    readonly late: string
    readonly ok: boolean
  }>
}

/** The faults, one sentence each; empty if there are none. Overrides with a reason are not faults. */
export const faultsOf = ({ title, log, replay, close, overrides, checks, balances }: MonthFound): ReadonlyArray<string> => [
  ...(log.found > 0 ? [`The log has been changed: ${count(log.found, "place")}. The first: ${log.findings[0] ?? "unknown"}`] : []),
  ...(log.sealedTo === 0 ? ["No seal covers the log yet"] : []),
  ...replay.differing.map((row) => `${row} differs from the log`),
  ...(replay.lost > 0 ? [`${count(replay.lost, "document is", "documents are")} missing or changed`] : []),
  ...(close.status === "closed" ? [] : [`${title} is not closed`]),
  ...close.differing.map((name) => `${name} differs from the version published at the close`),
  ...close.missing.map((name) => `${name} was never published`),
  ...checks
    .filter(({ ok, title }) => !ok && !overrides.some(({ what }) => what === title))
    .map(({ title, first }) => `Failed: ${title}${first === null ? "" : `. The first: ${first}`}`),
  ...balances.filter(({ ok }) => !ok).map(({ title, currency, books, stated }) => `${title}: ${currency} ${stated} stated, ${books} in the ledger`),
]

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const table = (title: string, head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number | null>>) =>
  `<h2>${escaped(title)}</h2>\n${
    rows.length === 0
      ? "<p>None.</p>"
      : `<table><thead><tr>${head.map((each) => `<th>${each}</th>`).join("")}</tr></thead><tbody>${rows
          .map((row) => `<tr>${row.map((cell) => `<td>${escaped(String(cell ?? ""))}</td>`).join("")}</tr>`)
          .join("\n")}</tbody></table>`
  }`

/** Sentences on what was proven. */
export const provenWords = ({ log, replay, close, position }: MonthFound): ReadonlyArray<string> => [
  `${count(log.events, "event")} of the log, up to position ${position}: ${log.found === 0 ? "the hash chain is intact, and all seals are valid" : `${count(log.found, "place")} changed`}; sealed up to event ${log.sealedTo}; ${log.outside === null ? "no external notes were compared" : `${count(log.outside, "external note")} agree`}.`,
  `${count(replay.rows, "row")} rebuilt from the log: ${replay.differing.length === 0 ? "all equal" : `${replay.differing.length} differ`}; ${count(replay.documents, "document")} unchanged.`,
  close.status === "closed"
    ? `Closed by ${close.closedBy ?? "the system"}, close number ${close.versions}, with ${count(close.statements.length, "statement")}, ${close.differing.length === 0 ? "reproduced byte for byte" : `${close.differing.length} not identical`}.`
    : "The month is not closed.",
]

/** The report as a page to read. */
export const monthPage = (found: MonthFound, madeAt: string, madeBy: string): string => {
  const faults = faultsOf(found)
  const { title, close, overrides, checks, duties, lateEntries, lateMeals, balances } = found
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Audit of ${escaped(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2024;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid #d9d9e0}</style></head><body>
<h1>Audit of ${escaped(title)}</h1>
<p>Created ${escaped(madeAt)} by ${escaped(madeBy)}. Verify this file without the server: <code>ops audit check-evidence FILE --key seal.pub</code></p>
<p><b>${faults.length === 0 ? "Everything is valid." : `${faults.length} faults.`}</b></p>
${faults.map((fault) => `<p>${escaped(fault)}.</p>`).join("\n")}
<h2>Proven</h2>
${provenWords(found)
  .map((text) => `<p>${escaped(text)}</p>`)
  .join("\n")}
${table(
  "Published statements",
  ["Statement", "SHA-256"],
  close.statements.map(({ report, sha256 }) => [report, sha256]),
)}
${table(
  "Closed despite",
  ["Check", "Reason"],
  overrides.map(({ what, reason }) => [what, reason]),
)}
${table(
  "Checks now",
  ["Check", "Open", "First"],
  checks.map(({ title, count, first }) => [title, count, first]),
)}
${table(
  "Approval overrides",
  ["Record", "Who", "What", "Reason"],
  duties.overrides.map(({ record, by, text, reason }) => [record, by, text, reason]),
)}
${table(
  "Conflicting duties of one person",
  ["Record", "Who", "Why apart", "Reason"],
  duties.pairs.map(({ record, by, why, reason }) => [record, by, why, reason]),
)}
${table(
  "Late facts",
  ["Entry", "Fact", "Posted", "For", "USD"],
  lateEntries.map(({ entryNumber, fact, posted, description, usd }) => [entryNumber, fact, posted, description, usd]),
)}
${table(
  "Late meals",
  ["Day", "Meal", "People", "Amount", "Decision", "Why late"],
  lateMeals.map(({ date, meal, heads, currency, amount, status, reason }) => [date, meal, heads, `${currency} ${amount}`, status, reason]),
)}
${table(
  "Bank, counts and sub-ledgers at the end of the month",
  ["Balance", "Currency", "Stated", "In the books", "Late facts", "Holds"],
  balances.map(({ title, currency, stated, books, late, ok }) => [title, currency, stated, books, late, ok ? "yes" : "no"]),
)}
</body></html>
`
}
