/** Meals beyond today: capacities, daily summaries, sessions, attendance, and trends. */
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { PageTabs } from "@ops/platform/ui/tabs.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { type ReactNode, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import { AttendanceList } from "../meal-sessions/web/attendance-list.tsx"
import { Capacities } from "../capacities/web/capacities.tsx"
import { useApi } from "./client.ts"
import { DailySummaries } from "./daily-summaries.tsx"
import "./meals.css"
import { useMeals } from "../meal-sessions/web/session-commands.tsx"
import { SessionsList } from "../meal-sessions/web/sessions-list.tsx"
import { useSessionsOfToday } from "../meal-sessions/web/sessions-of-today.ts"

const Analytics = lazyWithRetry(() => import("./analytics.tsx"))
const CapacityDialog = lazyPart(() => import("../capacities/web/capacity-dialog.tsx"))
const SessionDialog = lazyPart(() => import("../meal-sessions/web/session-dialog.tsx"))
const PeopleDialog = lazyPart(() => import("../kiosk/web/people-dialog.tsx"))

interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

const parts: readonly Part[] = [
  { id: "capacities", label: "Site Capacities", part: () => <Capacities /> },
  { id: "summaries", label: "Daily Summaries", part: () => <DailySummaries /> },
  { id: "sessions", label: "Meal Sessions", part: () => <SessionsList /> },
  { id: "attendance", label: "Attendance", part: () => <AttendanceList /> },
  { id: "analytics", label: "Analytics", part: () => <Analytics /> },
]

/** The screen; `bills` and `acts` come from the billing module, which this module does not depend on. */
export const EnhancedMealTracking = ({ bills, acts }: { readonly bills: Part | undefined; readonly acts: ReactNode }) => {
  const [address, setAddress] = useSearchParams()
  const dialog = useDialog()
  const { siteId } = useWorkingSite()
  const { serves, setsCapacity } = useMeals()
  const sessions = useSessionsOfToday(siteId).data
  const tabs = bills ? parts.toSpliced(2, 0, bills) : parts
  const open = tabs.find(({ id }) => id === address.get("tab")) ?? tabs[0]!
  return (
    <Page
      actions={
        <>
          {setsCapacity && <Button onClick={() => dialog.open("set-capacity")}>Set Capacity</Button>}
          {acts}
          {serves && <Button onClick={() => dialog.open("record-attendance")}>Record Attendance</Button>}
          {serves && (
            <Button kind="primary" onClick={() => dialog.open("create-session")}>
              Create Session
            </Button>
          )}
        </>
      }
    >
      <Tiles />
      {/* The filters of one tab do not apply to the next: the address keeps only the tab. */}
      <PageTabs label="Meal tracking" tabs={tabs} open={open.id} onOpen={(tab) => setAddress({ tab }, { replace: true })}>
        <Suspense>{open.part()}</Suspense>
      </PageTabs>
      {dialog.name === "set-capacity" && <CapacityDialog onClose={dialog.close} />}
      {dialog.name === "create-session" && <SessionDialog enhanced onClose={dialog.close} />}
      {dialog.name === "record-attendance" && sessions && (
        <PeopleDialog sessions={sessions.filter(({ status }) => status !== "cancelled")} onClose={dialog.close} />
      )}
    </Page>
  )
}

/** Billing figures for meals; amounts are decimal strings. */
interface Bills {
  readonly weeklyRevenue: { readonly USD: string; readonly SSP: string }
  readonly pendingBills: number
  readonly asOf: string
}

const Tiles = () => {
  const { siteId } = useWorkingSite()
  const query = siteId === undefined ? undefined : { siteId }
  const { sees } = useSession()
  const tiles = useApi("GET /api/meal-tiles", { query })
  const mayBill = sees("invoices.manage", "finance.departmental", "finance.full")
  const bills = useApiQuery<Bills>(mayBill ? "/api/invoice-tiles" : null, query)
  const of = tiles.data
  const billed = bills.data
  const pounds = billed && Number(billed.weeklyRevenue.SSP) !== 0 ? billed.weeklyRevenue.SSP : undefined
  const also = (amount: string) => (
    <>
      and <Figure value={formatMoney(amount, "SSP")} of={{ name: "invoices.weeklyRevenue", parameters: { siteId, currency: "SSP" } }} label="Weekly Revenue" />
    </>
  )
  const hidden = mayBill ? undefined : ({ tone: "neutral", text: "Shown to finance and management" } as const)
  return (
    <MetricStrip
      label="Meals and bills"
      cells={[
        {
          label: "Active Sites",
          value: of ? String(of.activeSites) : "–",
          loading: tiles.isPending,
          figure: of && { name: "meals.activeSites", parameters: { siteId } },
        },
        {
          label: "Capacity Utilisation",
          value: of && of.capacityUtilisation !== null ? `${of.capacityUtilisation}%` : "–",
          loading: tiles.isPending,
          note: of?.capacityUtilisation === null ? { tone: "neutral", text: "No capacity is set" } : undefined,
          figure: of && of.capacityUtilisation !== null ? { name: "meals.capacityUtilisation", parameters: { siteId } } : undefined,
        },
        {
          label: "Weekly Revenue",
          value: billed ? formatMoney(billed.weeklyRevenue.USD, "USD") : "–",
          loading: mayBill && bills.isPending,
          note: pounds ? { tone: "neutral", text: also(pounds) } : hidden,
          figure: billed && { name: "invoices.weeklyRevenue", parameters: { siteId, currency: "USD" } },
        },
        {
          label: "Pending Bills",
          value: billed ? String(billed.pendingBills) : "–",
          loading: mayBill && bills.isPending,
          note: hidden,
          figure: billed && { name: "invoices.pendingBills", parameters: { siteId } },
        },
      ]}
    />
  )
}
