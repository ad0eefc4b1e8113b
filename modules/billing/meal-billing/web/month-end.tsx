/** Bills a month's meals: preview, try what-if terms, post exactly the preview, and follow the progress. */
import { amountInput } from "@ops/platform/ui/forms/amount-input.ts"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useSites, useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, type SubmitEvent, useId, useState } from "react"
import "../../web/billing.css"
import { AccrualPanel } from "./accrual.tsx"
import { BillingRun } from "./billing-run.tsx"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { MonthStanding } from "./month-standing.tsx"
import { PlannedBills } from "./planned-bills.tsx"
import { basisOptions, type Plan } from "../../web/labels.ts"

/** The fields as they are typed; an empty one supposes nothing. */
const noSupposition = { rate: "", currency: "USD", basis: "", guaranteedShare: "", taxRate: "", heads: "", taxDate: "", exchangeRate: "" }
type Supposition = typeof noSupposition

const supposedBy = ({ whatIf }: Plan): Supposition => ({
  rate: whatIf?.rate ?? "",
  currency: whatIf?.currency ?? "USD",
  basis: whatIf?.basis ?? "",
  guaranteedShare: whatIf?.guaranteedShare ?? "",
  taxRate: whatIf?.taxRate ?? "",
  heads: whatIf?.heads?.toString() ?? "",
  taxDate: whatIf?.taxDate ?? "",
  exchangeRate: whatIf?.exchangeRate ?? "",
})

export const MonthEndPanel = () => {
  const [planId, setPlan] = useAddress("plan", "push")
  const [runId, setRun] = useAddress("run")
  const [askedMonth, setMonth] = useAddress("month")
  const queries = useQueryClient()
  const plan = useApi("GET /api/billing/plans/:id", planId ? { id: planId } : null)
  const preview = useCommand("POST /api/meal-billing-periods/preview", {
    failed: "Failed to create the preview",
    onDone: (made) => {
      queries.setQueryData([pathOf("GET /api/billing/plans/:id", { id: made.id })], made)
      void setRun(null)
      void setPlan(made.id)
    },
  })
  /** the month of the last requested preview */
  const [asked, setAsked] = useState<string>()
  const month = askedMonth ?? plan.data?.month ?? lastMonth(today())
  const clear = () => void setPlan(null)

  const body = () => {
    if (preview.error && asked === month)
      return (
        <Panel title="Preview">
          <EmptyState title={sentenceOf(preview.error)} small />
        </Panel>
      )
    if (!planId) return null
    if (plan.isError)
      return (
        <Panel title="Preview">
          <ErrorPanel error={plan.error} retry={() => void plan.refetch()} />
        </Panel>
      )
    return (
      plan.data && (
        <PlannedBills
          key={plan.data.id}
          plan={plan.data}
          onPosted={(id) => {
            void setPlan(null)
            void setRun(String(id))
          }}
          onChanged={clear}
        />
      )
    )
  }
  if (planId && plan.isPending) return <Loading rows={8} label="Loading the preview..." />
  return (
    <div className="stack">
      <Asked
        month={month}
        plan={plan.data}
        busy={preview.pending}
        onMonth={(next) => {
          void setMonth(next)
          clear()
        }}
        onAsked={(body) => {
          setAsked(month)
          void preview.run(body)
        }}
      />
      {body()}
      {runId && <BillingRun key={runId} id={runId} onClose={() => void setRun(null)} />}
      <AccrualPanel month={month} />
      <MonthStanding
        month={month}
        onRun={(id) => {
          clear()
          void setRun(String(id))
        }}
      />
    </div>
  )
}

interface AskedProps {
  readonly month: string
  /** the plan that is shown: its scope and what-if terms are in the fields */
  readonly plan: Plan | undefined
  readonly busy: boolean
  readonly onMonth: (month: string) => void
  readonly onAsked: (body: object) => void
}

const Asked = ({ month, plan, busy, onMonth, onAsked }: AskedProps) => {
  const working = useWorkingSite()
  const [site, setSite] = useState(String((plan ? plan.siteId : working.siteId) ?? ""))
  const [client, setClient] = useState(String(plan?.clientId ?? ""))
  const [supposed, suppose] = useState(plan ? supposedBy(plan) : noSupposition)
  const sites = useSites().filter(({ isActive }) => isActive)
  const clients = useApi("GET /api/clients", { query: site ? { siteId: site } : undefined }).data ?? []
  const isWhatIf = JSON.stringify({ ...supposed, currency: "USD" }) !== JSON.stringify(noSupposition)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { rate, currency, basis, guaranteedShare, taxRate, heads, taxDate, exchangeRate } = supposed
    const whatIf = {
      ...(rate && { rate, currency }),
      ...(basis && { basis }),
      ...(guaranteedShare && { guaranteedShare }),
      ...(taxRate && { taxRate }),
      ...(heads && { heads }),
      ...(taxDate && { taxDate }),
      ...(exchangeRate && { exchangeRate }),
    }
    onAsked({ month, siteId: site || null, clientId: client || null, whatIf: isWhatIf ? whatIf : null })
  }
  const field = (name: keyof Supposition, label: string, unit?: string) => (
    <Labelled label={label}>
      {(id) => (
        <span className="affix" data-end={unit ? true : undefined}>
          <input
            id={id}
            className="input num"
            {...amountInput}
            value={supposed[name]}
            onChange={({ target }) => suppose({ ...supposed, [name]: target.value.trim() })}
          />
          {unit && <span>{unit}</span>}
        </span>
      )}
    </Labelled>
  )
  const scope = (
    <>
      <Labelled label="Site">
        {(id) => (
          <Choice
            id={id}
            value={site}
            onChange={(next) => {
              setSite(next)
              setClient("")
            }}
            none={working.sites.length > 1 ? "All sites" : undefined}
            options={sites.filter(({ id }) => working.sites.some((own) => own.id === id)).map(({ id, name }) => [String(id), name])}
          />
        )}
      </Labelled>
      <Labelled label="Client">
        {(id) => (
          <Choice id={id} value={client} onChange={setClient} none="All clients" options={clients.map(({ id, companyName }) => [String(id), companyName])} />
        )}
      </Labelled>
      <Button type="submit" kind="primary" disabled={busy}>
        {busy ? "Previewing..." : "Preview"}
      </Button>
    </>
  )
  const terms = (
    <details open={isWhatIf || undefined}>
      <summary>What if…</summary>
      <p className="muted">Shows what other terms would result in. It is never posted.</p>
      <div className="bill-asked">
        {field("rate", "Rate per meal")}
        <Labelled label="Currency of the rate">
          {(id) => (
            <Choice
              id={id}
              value={supposed.currency}
              onChange={(currency) => suppose({ ...supposed, currency })}
              options={[
                ["USD", "USD"],
                ["SSP", "SSP"],
              ]}
            />
          )}
        </Labelled>
        <Labelled label="Basis">
          {(id) => (
            <Choice
              id={id}
              value={supposed.basis}
              onChange={(basis) => suppose({ ...supposed, basis })}
              none="As agreed"
              options={basisOptions.map(({ value, label }) => [value, label])}
            />
          )}
        </Labelled>
        {supposed.basis === "guaranteed" && field("guaranteedShare", "Guaranteed share", "%")}
        {field("taxRate", "Tax", "%")}
        {field("heads", "People planned per meal")}
        <Labelled label="Tax of the day">
          {(id) => <DateInput id={id} value={supposed.taxDate} onChange={(taxDate) => suppose({ ...supposed, taxDate })} />}
        </Labelled>
        {field("exchangeRate", "SSP per USD")}
        {isWhatIf && <Button onClick={() => suppose(noSupposition)}>Clear</Button>}
      </div>
    </details>
  )
  return (
    <Panel title="Month-end" padded>
      <form className="stack-fields" onSubmit={submit}>
        <div className="bill-asked">
          <Labelled label="Month">
            {(id) => <input id={id} className="input" type="month" required value={month} onChange={({ target }) => target.value && onMonth(target.value)} />}
          </Labelled>
          {!inThePast && scope}
        </div>
        {!inThePast && terms}
      </form>
    </Panel>
  )
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
  /** the first, empty choice */
  readonly none?: string | undefined
}

const Choice = ({ id, value, onChange, options, none }: ChoiceProps) => (
  <span className="select">
    <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      {none && <option value="">{none}</option>}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </span>
)
