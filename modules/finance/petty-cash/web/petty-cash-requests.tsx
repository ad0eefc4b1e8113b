import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { forms, PettyCashDrawer } from "./petty-cash-drawer.tsx"
import { PettyCashStatus } from "./petty-cash-status.tsx"

const asking = { address: "petty-cash-request", form: lazyWithRetry(() => import("./petty-cash-request-dialog.tsx")) }

/** Every petty cash request that the person may see. */
export const PettyCashRequests = () => (
  <ResourcePage
    screen={screen}
    create={asking}
    first={[
      {
        id: "id",
        header: "ID",
        cell: ({ id, requestNumber }) => (
          <>
            #{id}
            <span className="sr">, {requestNumber}</span>
          </>
        ),
        sort: true,
      },
    ]}
    columns={{
      requestNumber: { hidden: true },
      requestedByUser: { id: "requestedBy", cell: ({ requestedByUser }) => nameOf(requestedByUser), sort: true },
      purpose: { grows: true },
      amount: { noTotal: true },
      status: { cell: PettyCashStatus },
    }}
    more={[
      {
        id: "actions",
        header: "Actions",
        acts: (of) => (
          <Decisions
            screen={screen}
            row={of}
            of={of.canApprove ? ["approve"] : of.canDisburse ? ["disburse"] : ["retire"]}
            forms={forms}
            small={{ about: of.requestNumber }}
          />
        ),
      },
    ]}
    card={(of) => ({ ...cardOf(screen, of), mark: <PettyCashStatus status={of.status} />, text: `${nameOf(of.requestedByUser)} · ${of.purpose}` })}
    drawer={(id, close) => <PettyCashDrawer key={id} id={id} onClose={close} />}
  />
)
