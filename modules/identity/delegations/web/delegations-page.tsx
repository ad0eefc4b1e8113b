/** The delegations of approvals that a person has given and received. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { screen } from "../screen.ts"

const DelegateDialog = lazyWithRetry(() => import("./delegate-dialog.tsx"))

export const Component = () => (
  <ResourcePage
    screen={screen}
    above={
      <p className="muted">
        While you are away, another person who approves can decide in your place, within your rights and limits. Decisions are recorded in both names, and the
        separation of duties applies to both.
      </p>
    }
    empty={{ title: "No delegations yet", text: "Delegate your approvals before you go on leave." }}
    drawer={(id, close) => <ResourceDrawer key={id} screen={screen} id={id} onClose={close} />}
    create={{ form: DelegateDialog, address: "delegate" }}
  />
)
