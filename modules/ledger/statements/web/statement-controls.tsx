import { formatInstant, today } from "@ops/platform/ui/date.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { shownAt } from "@ops/platform/ui/instant.ts"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { CalendarDays } from "lucide-react"
import { type ReactNode, useId } from "react"
import { AccountChoice } from "../../accounts/web/account-choice.tsx"
import {
  type Asked,
  chosenDays,
  comparedWith,
  currencyWords,
  isProfit,
  isSpreadBy,
  nameOfEarlier,
  periodName,
  periodsUpTo,
  type Report,
} from "./statement-reports.ts"

interface ControlsProps {
  readonly report: Report
  readonly asked: Asked
  readonly onChange: (next: Partial<Asked>) => void
  /** after the choices, such as the download */
  readonly children?: ReactNode
}

const otherDays = "days"

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
  readonly icon?: ReactNode
}
/** Its options say by themselves what they are about. */
const Choice = ({ label, value, onChange, children, icon }: ChoiceProps) => (
  <span className="select" data-icon={icon ? true : undefined}>
    {icon}
    <select aria-label={label} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </select>
  </span>
)
interface DayProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly onChange: (day: string | null) => void
}
const DayChoice = ({ label, value, min, onChange }: DayProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <DateInput id={id} value={value} min={min} max={today()} onChange={(day) => onChange(day || null)} />
    </div>
  )
}

/** The controls for the parameters that this report accepts. */
export const StatementControls = ({ report, asked, onChange, children }: ControlsProps) => {
  const user = useUser()
  const sites = useSites()
  const isTyped = asked.from !== null || asked.to !== null
  const days = chosenDays(asked, today())
  const period = asked.period ?? today().slice(0, 7)
  const known = periodsUpTo(today())
  const isKnown = known.some(({ values }) => values.includes(period))
  const choosePeriod = (value: string) =>
    onChange(value === otherDays ? { period: null, from: days.from, to: days.to > today() ? today() : days.to } : { period: value, from: null, to: null })
  const currencies = report.currencies ?? Object.keys(currencyWords)
  const isSpread = isSpreadBy(report, asked.groupBy)
  const earlier = (by: "previous" | "year-ago") => `Compare: ${isTyped ? (by === "previous" ? "the days before" : "a year ago") : nameOfEarlier(period, by)}`
  const at = shownAt()
  return (
    <form className="books-controls" aria-label="Report" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={report.moment ? "As at the end of" : "Period"}
        value={isTyped ? otherDays : period}
        onChange={choosePeriod}
        icon={<CalendarDays size={15} strokeWidth={1.75} aria-hidden />}
      >
        {!isKnown && <option value={period}>{periodName(period)}</option>}
        {known.map(({ label, values }) => (
          <optgroup key={label} label={label}>
            {values.map((value) => (
              <option key={value} value={value}>
                {periodName(value)}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={otherDays}>{report.moment ? "Another day" : "Other days"}</option>
      </Choice>
      {isTyped && !report.moment && <DayChoice label="From" value={days.from} onChange={(from) => onChange({ from })} />}
      {isTyped && (
        <DayChoice label={report.moment ? "As at" : "To"} value={days.to} {...(report.moment ? {} : { min: days.from })} onChange={(to) => onChange({ to })} />
      )}
      {report.id === "general-ledger" && <AccountChoice value={asked.account} onChange={(account) => onChange({ account })} />}
      {report.compares && !isSpread && (
        <Choice label="Compare with" value={comparedWith(report, asked.compare) ?? "none"} onChange={(compare) => onChange({ compare })}>
          <option value="none">No comparison</option>
          <option value="previous">{earlier("previous")}</option>
          <option value="year-ago">{earlier("year-ago")}</option>
        </Choice>
      )}
      {!report.noSite && !user.siteConfined && (
        <Choice label="Site" value={asked.siteId ?? ""} onChange={(siteId) => onChange({ siteId: siteId || null })}>
          <option value="">All sites</option>
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <Choice
        label="Currency"
        value={currencies.includes(asked.currency ?? "") ? (asked.currency ?? "") : currencies[0]!}
        onChange={(currency) => onChange({ currency: currency || null })}
      >
        {currencies
          .filter((currency) => !(isSpread && currency === "both"))
          .map((currency) => (
            <option key={currency} value={currency}>
              {currencyWords[currency]}
            </option>
          ))}
      </Choice>
      {report.method && (
        <Choice label="Method" value={asked.method ?? "direct"} onChange={(method) => onChange({ method: method === "direct" ? null : method })}>
          <option value="direct">Direct method</option>
          <option value="indirect">Indirect method</option>
        </Choice>
      )}
      {report.groups && (
        <Choice
          label="Columns"
          value={isSpread ? asked.groupBy! : "period"}
          onChange={(groupBy) => onChange({ groupBy: groupBy === "period" ? null : groupBy })}
        >
          <option value="period">By period</option>
          <option value="site">By site</option>
          {report.groups.includes("person") && <option value="person">By person</option>}
        </Choice>
      )}
      <p className="muted books-note">
        {[user.siteConfined && sites[0]?.name, isProfit(report) && "Before sales tax", at ? `as of ${formatInstant(at)}` : "as of now"]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {children}
    </form>
  )
}
