/** The sessions of a person; each can be ended. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { pathsOf, useApi, useCommand } from "./client.ts"
import "./account.css"

const methods: Readonly<Record<string, string>> = { password: "Password", passkey: "Passkey", "demo-scan": "Simulated scan" }

export const Sessions = ({ of: userId }: { readonly of: string }) => {
  const sessions = useApi("GET /api/auth/sessions")
  const end = useCommand("DELETE /api/auth/sessions/:id", {
    params: (id: number) => ({ id }),
    lists: pathsOf("GET /api/auth/sessions"),
    done: "Session ended",
    failed: "Failed to end the session",
  })
  return (
    <Answer of={sessions}>
      {(all) => {
        const own = all.filter((session) => session.userId === userId)
        return own.length === 0 ? (
          <p className="muted">Not signed in anywhere.</p>
        ) : (
          <SmallTable
            label="Sessions"
            className="account-rows"
            rows={own}
            columns={[
              { header: "Signed in", cell: ({ createdAt }) => <When at={createdAt} /> },
              { header: "With", cell: ({ method }) => methods[method] ?? method },
              { header: "Last seen", cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
            ]}
            act={(session) =>
              session.current ? (
                <Badge tone="teal">This one</Badge>
              ) : (
                !inThePast && (
                  <button type="button" className="act" disabled={end.pending} onClick={() => void end.run(session.id)}>
                    End
                  </button>
                )
              )
            }
          />
        )
      }}
    </Answer>
  )
}
