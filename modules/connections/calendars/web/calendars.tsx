/** The calendars that a person's own calendar program reads. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ShownOnce } from "@ops/platform/ui/layers/shown-once.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { wordsOf } from "./labels.ts"

const CalendarDialog = lazyPart(() => import("./calendar-dialog.tsx"))

export const Calendars = () => {
  const dialog = useDialog()
  const calendars = useApi("GET /api/calendars")
  const [made, show] = useState<{ readonly name: string; readonly address: string }>()
  const revoke = useCommand("DELETE /api/calendars/:id", {
    params: ({ id }: { readonly id: number; readonly name: string }) => ({ id }),
    lists: pathsOf("GET /api/calendars"),
    done: (_, { name }) => `${name} revoked`,
    failed: "Failed to revoke the calendar",
  })
  const revoking = calendars.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <Panel
        title="Calendars"
        actions={
          !inThePast && (
            <Button kind="primary" onClick={() => dialog.open("new-calendar")}>
              New Calendar
            </Button>
          )
        }
      >
        <Answer of={calendars} empty={{ title: "You have no calendars", text: "A calendar program reads leave, rosters and maintenance at a secret address." }}>
          {(all) => (
            <SmallTable
              label="Calendars"
              className="account-rows"
              rows={all}
              columns={[
                {
                  header: "Calendar",
                  cell: ({ name, what }) => (
                    <>
                      {name}
                      <div className="muted">{wordsOf(what)}</div>
                    </>
                  ),
                },
                { header: "Made", className: "wide", cell: ({ createdAt }) => <When at={createdAt} /> },
                { header: "Last read", cell: ({ lastReadAt }) => (lastReadAt === null ? "Never" : <When at={lastReadAt} />) },
              ]}
              act={
                !inThePast &&
                (({ id, name }) => (
                  <button type="button" className="act" aria-label={`Revoke ${name}`} onClick={() => dialog.open("revoke-calendar", String(id))}>
                    Revoke
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      {dialog.name === "new-calendar" && <CalendarDialog onMade={show} onClose={dialog.close} />}
      {dialog.name === "revoke-calendar" && revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          text="Its address stops working. You can create another one."
          confirm="Revoke calendar"
          pending="Revoking..."
          danger
          onConfirm={() => revoke.send(revoking)}
          onClose={dialog.close}
        />
      )}
      {made && (
        <ShownOnce
          title={`Address of ${made.name}`}
          secret={made.address}
          what="address"
          why="Give it to your calendar program (subscribe by address), and keep it like a password: anyone who has it can read what you can see. If it is lost, revoke it and create another."
          onClose={() => show(undefined)}
        />
      )}
    </>
  )
}
