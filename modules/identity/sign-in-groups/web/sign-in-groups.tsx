/** What levels the groups of the sign-in service give, and since when. */
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { screen } from "../screen.ts"

const EndDialog = lazyWithRetry(() => import("./end-group-dialog.tsx"))

export const SignInGroupsPart = () => (
  <ResourcePage
    screen={screen}
    above={
      <p className="muted">
        Who signs in by the sign-in service has the highest level of their groups. Where no group is in force here, the level of the account applies. Level 10
        is never given by a group.
      </p>
    }
    empty={{ title: "No groups yet", text: "The levels of accounts stand as they are." }}
    drawer={(id, close) => <ResourceDrawer key={id} screen={screen} id={id} onClose={close} parts={() => ({ forms: { end: EndDialog } })} />}
  />
)
