/** Payroll law by date: income tax, social insurance, overtime, surtax; and upcoming rules. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button, Badge } from "@ops/platform/ui/button.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useApi } from "../../web/client.ts"
import { lawOf, type Rule, ruleName, ruleOptions, rulePath } from "../../web/labels.ts"

const RuleDialog = lazyPart(() => import("./rule-dialog.tsx"))

export const Rules = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const all = useApi("GET /api/payroll-rules", { query: { limit: 1000 } }).data ?? []
  const may = can("finance.full")
  /** Whether it is in force, upcoming, or replaced. */
  const standing = ({ id, kind, from }: Rule) => {
    if (from > today()) return <Badge tone="blue">Upcoming</Badge>
    const now = all.filter((rule) => rule.kind === kind && rule.from <= today()).sort((a, b) => (a.from < b.from ? 1 : -1))[0]
    return now?.id === id ? <Badge tone="green">Holds</Badge> : <span className="muted">past</span>
  }
  const button = may && (
    <Button kind="primary" onClick={() => dialog.open("payroll-rule")}>
      Enter Rule
    </Button>
  )
  return (
    <>
      <ListPage
        path={rulePath}
        noun={["rule", "rules"]}
        loading="Loading payroll rules..."
        rowId={({ id }) => String(id)}
        actions={!inThePast && button}
        filters={[{ field: "kind", label: "Kind", options: ruleOptions }]}
        columns={[
          { id: "kind", header: "Rule", cell: (r) => ruleName(r.kind), sort: true },
          { id: "from", header: "From", cell: (r) => <Day date={r.from} />, sort: true },
          { id: "standing", header: "Standing", cell: standing },
          { id: "law", header: "What holds", cell: (r) => <span className="payroll-law">{lawOf(r)}</span> },
          { id: "source", header: "Source", cell: (r) => <span className="payroll-law">{r.source}</span> },
        ]}
        card={(r) => ({
          title: (
            <>
              {ruleName(r.kind)}, from <Day date={r.from} />
            </>
          ),
          mark: standing(r),
          text: `${lawOf(r)}. ${r.source}`,
        })}
        empty={{ title: "No payroll rules found", ...(button && { action: button }) }}
      />
      {dialog.name === "payroll-rule" && may && <RuleDialog onClose={dialog.close} />}
    </>
  )
}
