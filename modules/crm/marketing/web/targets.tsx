/** Targets of the team, with results. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { BarOf } from "../../web/marks.tsx"
import { nameOf, periodName, type Target, targetTypeOptions } from "../../web/labels.ts"

const TargetDialog = lazyPart(() => import("./target-dialog.tsx"))
const ChangeTargetDialog = lazyPart(async () => ({ default: (await import("./change-amount-dialog.tsx")).ChangeTargetDialog }))

const shown = ({ targetType }: Target, value: number) => (targetType === "revenue" ? formatMoney(value.toFixed(2), "USD") : String(value))

export const Targets = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const team = useApi("GET /api/crm/team").data ?? []
  const [asked, ask] = useState<{ readonly for: "change" | "cancel"; readonly target: Target }>()
  const done = () => ask(undefined)
  const cancel = useCommand("PUT /api/crm/marketing-targets/:id/cancel", {
    params: ({ id }: { readonly id: number; readonly reason: string }) => ({ id }),
    body: ({ reason }) => ({ reason }),
    lists: pathsOf("GET /api/crm/marketing-targets"),
    done: "Target cancelled",
    failed: "Failed to cancel target",
  })
  const maySet = can("department.manage", "budget.manage")
  const button = maySet && (
    <Button kind="primary" onClick={() => dialog.open("new-target")}>
      New Target
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/crm/marketing-targets")}
        noun={["target", "targets"]}
        loading="Loading targets..."
        rowId={({ id }) => String(id)}
        actions={button}
        views={[
          { id: "active", label: "Active targets", query: { status: "active" } },
          { id: "all", label: "All" },
        ]}
        filters={[
          { field: "teamMemberId", label: "Team member", options: team.map((member) => ({ value: String(member.id), label: nameOf(member) })) },
          { field: "targetType", label: "Type", options: targetTypeOptions },
          { field: "from", label: "Begins from", date: true },
          { field: "to", label: "Begins to", date: true },
        ]}
        columns={[
          { id: "teamMember", header: "Team Member", cell: (t) => nameOf(t.teamMember), sort: true },
          { id: "targetType", header: "Type", cell: (t) => statusWord(t.targetType), sort: true },
          { id: "fromDay", header: "Period", cell: periodName, sort: true },
          { id: "targetValue", header: "Target", figure: (t) => shown(t, t.targetValue) },
          {
            id: "achievedValue",
            header: "Achieved",
            figure: (t) => shown(t, t.achievedValue),
            explain: ({ id }) => ({ name: "marketingTarget.achieved", parameters: { id } }),
          },
          {
            id: "progress",
            header: "Progress",
            cell: (t) => (
              <span className="chance">
                <span className="num">{Math.round(t.progress)}%</span>
                <BarOf label={`Progress of ${nameOf(t.teamMember)}`} part={t.achievedValue} whole={t.targetValue} />
              </span>
            ),
            sort: true,
          },
          { id: "status", header: "Status", cell: (t) => <StatusMark status={t.status} />, sort: true },
          {
            id: "actions",
            header: "Actions",
            acts: (target) =>
              target.canChange && (
                <Menu
                  label={`Target of ${nameOf(target.teamMember)}`}
                  trigger={
                    <button type="button" className="act" aria-label={`Change the target of ${nameOf(target.teamMember)}, ${target.targetType}`}>
                      Change
                    </button>
                  }
                >
                  <MenuItem onSelect={() => ask({ for: "change", target })}>Change the target</MenuItem>
                  <MenuItem danger onSelect={() => ask({ for: "cancel", target })}>
                    Cancel it
                  </MenuItem>
                </Menu>
              ),
          },
        ]}
        card={(t) => ({
          title: nameOf(t.teamMember),
          mark: <StatusMark status={t.status} />,
          text: `${statusWord(t.targetType)}, ${periodName(t)}: ${shown(t, t.achievedValue)} of ${shown(t, t.targetValue)}`,
          figure: `${Math.round(t.progress)}%`,
        })}
        empty={{ title: "No targets found", ...(button && { action: button }) }}
      />
      {dialog.name === "new-target" && maySet && <TargetDialog onClose={dialog.close} />}
      {asked?.for === "change" && <ChangeTargetDialog target={asked.target} onClose={done} />}
      {asked?.for === "cancel" && (
        <ConfirmDialog
          title={`Cancel the target of ${nameOf(asked.target.teamMember)}`}
          confirm="Cancel target"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => cancel.send({ id: asked.target.id, reason })}
          onClose={done}
        />
      )}
    </>
  )
}
