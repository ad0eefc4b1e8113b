/** The tokens of programs that act in one's own name. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ShownOnce } from "@ops/platform/ui/layers/shown-once.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathsOf, useApi, useCommand } from "./client.ts"
import type { Made } from "./token-dialog.tsx"
import { reachWord, type Token } from "./token-labels.ts"
import "./account.css"

const TokenDialog = lazyPart(() => import("./token-dialog.tsx"))

export const Tokens = () => {
  const dialog = useDialog()
  const tokens = useApi("GET /api/auth/tokens")
  const [made, show] = useState<Made>()
  const end = useCommand("DELETE /api/auth/tokens/:id", {
    params: ({ id }: Token) => ({ id }),
    lists: pathsOf("GET /api/auth/tokens"),
    done: (_, { name }) => `${name} ended`,
    failed: "Failed to end the token",
  })
  const make = () => dialog.open("new-token")
  useKeys("API tokens", inThePast ? {} : { n: ["New token", make] })
  const ending = tokens.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <Panel
        title="API tokens"
        actions={
          !inThePast && (
            <Button kind="primary" onClick={make}>
              New Token
            </Button>
          )
        }
      >
        <Answer of={tokens} empty={{ title: "You have no tokens", text: "A token lets a program, such as the command line, act in your name." }}>
          {(all) => (
            <SmallTable
              label="API tokens"
              className="account-rows"
              rows={all}
              columns={[
                {
                  header: "Token",
                  cell: ({ name, scopes }) => (
                    <>
                      {name}
                      <div className="muted">{reachWord(scopes)}</div>
                    </>
                  ),
                },
                { header: "Made", className: "wide", cell: ({ createdAt }) => <When at={createdAt} /> },
                { header: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <When at={lastUsedAt} />) },
                { header: "Ends", cell: ({ endsAt }) => <When at={endsAt} exact /> },
              ]}
              act={
                !inThePast &&
                ((token) => (
                  <button type="button" className="act" aria-label={`End ${token.name}`} onClick={() => dialog.open("end-token", String(token.id))}>
                    End
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      {dialog.name === "new-token" && <TokenDialog onMade={show} onClose={dialog.close} />}
      {dialog.name === "end-token" && ending && (
        <ConfirmDialog
          title={`End ${ending.name}?`}
          text="Programs using this token stop working immediately. You can create a new one."
          confirm="End token"
          pending="Ending..."
          danger
          onConfirm={() => end.send(ending)}
          onClose={dialog.close}
        />
      )}
      {made && (
        <ShownOnce
          title={`Token ${made.name}`}
          secret={made.token}
          what="token"
          why="Copy it now and keep it like a password: anyone who has it can act in your name. If it is lost, end it and create another."
          onClose={() => show(undefined)}
        >
          <p className="muted">
            Good until <When at={made.endsAt} exact />
          </p>
        </ShownOnce>
      )}
    </>
  )
}
