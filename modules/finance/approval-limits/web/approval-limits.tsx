/** The highest amount that each level approves alone, with the day from which it applies. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import type { ApprovalLimitAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { limitKindOptions, limitKindWord } from "./labels.ts"

type Limit = typeof ApprovalLimitAnswer.Type
const ApprovalLimitDialog = lazyPart(() => import("./approval-limit-dialog.tsx"))

const upTo = ({ upTo }: Limit) => (upTo === null ? "Without limit" : formatFigure(upTo))

export const ApprovalLimitsPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const sets = can("settings.system")
  const set = () => dialog.open("new-limit")
  useKeys("Approval limits", sets ? { n: ["Set limit", set] } : {})
  return (
    <>
      <ListPage
        path={pathOf("GET /api/approval-limits")}
        noun={["limit", "limits"]}
        loading="Loading limits..."
        rowId={({ id }) => String(id)}
        sort="kind,level,-from"
        above={<p className="muted">Each level approves up to its limit. Above it, a higher level or two people approve. No one approves their own request.</p>}
        filters={[{ field: "kind", label: "Kind", options: limitKindOptions }]}
        columns={[
          { id: "kind", header: "Kind", cell: ({ kind }) => limitKindWord(kind), sort: true },
          { id: "level", header: "Level", cell: ({ level }) => `Level ${level}`, sort: true },
          { id: "from", header: "From", cell: ({ from }) => <Day date={from} />, sort: true },
          { id: "isCurrent", header: "State", cell: ({ isCurrent }) => (isCurrent ? <Badge tone="teal">In force</Badge> : ""), grows: true },
          { id: "upTo", header: "Up to (USD)", figure: upTo, sort: true },
        ]}
        card={(limit) => ({
          title: `${limitKindWord(limit.kind)}, level ${limit.level}`,
          mark: limit.isCurrent ? <Badge tone="teal">In force</Badge> : <Day date={limit.from} />,
          figure: <span className="num">{upTo(limit)}</span>,
        })}
        empty={{ title: "There are no limits" }}
        actions={
          sets && (
            <Button kind="primary" onClick={set}>
              Set Limit
            </Button>
          )
        }
      />
      <HistoryPart path={pathOf("GET /api/approval-limits/history")} />
      {dialog.name === "new-limit" && sets && <ApprovalLimitDialog onClose={dialog.close} />}
    </>
  )
}
