/** Programs that are notified of events: what each receives, its progress, and its responses. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { ShownOnce } from "@ops/platform/ui/layers/shown-once.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useState } from "react"
import { useApi, useCommand } from "../../web/client.ts"
import type { webhooks } from "../resource.ts"
import { screen } from "../screen.ts"
import "./webhooks.css"

type Webhook = (typeof webhooks)["Row"]

const AddDialog = lazyWithRetry(() => import("./add-webhook-dialog.tsx"))
const ReplayDialog = lazyWithRetry(() => import("./replay-webhook-dialog.tsx"))
const ChangeDialog = lazyWithRetry(() => import("./change-webhook-dialog.tsx"))

const NewSecret = ({ of: { id, name, hasSecret } }: { readonly of: Webhook }) => {
  const [secret, show] = useState<string>()
  const make = useCommand("POST /api/webhooks/:id/secret", {
    id,
    lists: [screen.path],
    failed: "Failed to create the secret",
    onDone: ({ secret }) => show(secret),
  })
  return (
    <>
      <Button disabled={make.pending} onClick={() => void make.run()}>
        {hasSecret ? "New Secret" : "Make Secret"}
      </Button>
      {secret !== undefined && (
        <ShownOnce
          title={`Secret of ${name}`}
          secret={secret}
          what="secret"
          why="Give it to the receiver, which verifies requests with it. The previous secret stays valid for another day."
          onClose={() => show(undefined)}
        />
      )}
    </>
  )
}

const TestButton = ({ id }: { readonly id: number }) => {
  const test = useCommand("POST /api/webhooks/:id/test", {
    id,
    lists: [screen.path],
    failed: "Failed to send the test message",
    onDone: ({ status, error }) => {
      if (error === null) notify.success(`The receiver accepted the test message (${status})`)
      else notify.error(`The receiver did not accept the test message: ${error}`)
    },
  })
  return (
    <Button disabled={test.pending} onClick={() => void test.run()}>
      Send Test Message
    </Button>
  )
}

const Deliveries = ({ id }: { readonly id: number }) => (
  <section className="part">
    <h3>Deliveries</h3>
    <Answer of={useApi("GET /api/webhooks/:id/deliveries", { id })} empty={{ title: "No deliveries yet" }}>
      {(rows) => (
        <SmallTable
          label="Deliveries"
          className="webhook-deliveries"
          rows={rows.slice(0, 20)}
          columns={[
            { header: "Tried", cell: ({ triedAt }) => <When at={triedAt} /> },
            {
              header: "Positions",
              className: "wide",
              cell: ({ firstPosition, lastPosition, messages }) => (messages === 0 ? "Test" : `${firstPosition} to ${lastPosition}`),
            },
            { header: "Messages", className: "num", cell: ({ messages }) => messages },
            { header: "Answer", cell: ({ status, error, attempt }) => (error === null ? status : `${error}${attempt > 1 ? ` (attempt ${attempt})` : ""}`) },
          ]}
        />
      )}
    </Answer>
  </section>
)

export const WebhooksPart = () => (
  <ResourcePage
    screen={screen}
    create={{ form: AddDialog, opens: true }}
    above={<p className="muted">Each webhook notifies another program of events. The program reads the records themselves with its own API token.</p>}
    columns={{
      kinds: { cell: ({ kinds }) => (kinds === "*" ? "All" : kinds) },
      deliveredAt: { cell: ({ deliveredAt }) => (deliveredAt === null ? "Never" : <When at={deliveredAt} />) },
    }}
    empty={{ title: "No webhooks yet", text: "A webhook notifies another program of events as they occur." }}
    drawer={(id, close) => (
      <ResourceDrawer
        key={id}
        screen={screen}
        id={id}
        onClose={close}
        parts={(row) => ({
          above: !row.hasSecret && <p className="hint">Deliveries start once it has a secret.</p>,
          actions: !inThePast && row.status !== "ended" && (
            <>
              {row.hasSecret && <TestButton id={row.id} />}
              <NewSecret of={row} />
            </>
          ),
          forms: { replay: ReplayDialog, change: ChangeDialog },
          middle: <Deliveries id={row.id} />,
        })}
      />
    )}
  />
)
