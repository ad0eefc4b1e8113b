/** The levels that the groups of the sign-in service grant, and since when. */
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
        People who use the sign-in service get the highest level of their groups. If none of their groups is listed, the level of the account applies. A group
        never grants level 10.
      </p>
    }
    empty={{ title: "No groups yet", text: "The levels of accounts apply." }}
    drawer={(id, close) => <ResourceDrawer key={id} screen={screen} id={id} onClose={close} parts={() => ({ forms: { end: EndDialog } })} />}
  />
)
