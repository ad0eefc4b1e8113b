/** Where a person is signed in; each session can be ended. */
import { Answer } from "@ops/platform/ui/answer.tsx"
import { Badge } from "@ops/platform/ui/button.tsx"
import { useRead, useWrite } from "@ops/platform/ui/data.ts"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { SmallTable } from "@ops/platform/ui/small-table.tsx"
import type { SessionAnswer } from "../contract.ts"
import "./account.css"

const methods: Readonly<Record<string, string>> = { password: "Password", passkey: "Passkey", "demo-scan": "Simulated scan" }

export const Sessions = ({ of: userId }: { readonly of: string }) => {
  const sessions = useRead<readonly (typeof SessionAnswer.Type)[]>("/api/auth/sessions")
  const end = useWrite<number, unknown>({
    method: "DELETE",
    path: (id) => `/api/auth/sessions/${id}`,
    lists: ["/api/auth/sessions"],
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
