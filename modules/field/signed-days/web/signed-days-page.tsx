/** The days that clients have signed, and the sheet of a day to be signed. */
import { Button } from "@ops/platform/ui/button.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { screen } from "../screen.ts"
import { Drawing } from "./drawing.tsx"

const DisputeDialog = lazyWithRetry(() => import("./dispute-dialog.tsx"))
const SheetDialog = lazyPart(() => import("./sheet-dialog.tsx").then(({ SheetDialog }) => ({ default: SheetDialog })))

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  return (
    <>
      <ResourcePage
        screen={screen}
        create={null}
        filters={{ from: "Days from", to: "Days to" }}
        actions={
          can("operations.basic", "operations.supervise", "department.manage") && (
            <Button kind="primary" onClick={() => dialog.open("sheet")}>
              Sheet of a day
            </Button>
          )
        }
        empty={{ title: "No signed days yet", text: "Open the sheet of a day and let the client's camp boss sign it." }}
        drawer={(id, close) => (
          <ResourceDrawer
            key={id}
            screen={screen}
            id={id}
            onClose={close}
            parts={({ drawing, signedBy, text }) => ({
              facts: { text: <span className="sign-text">{text}</span> },
              above: <Drawing of={drawing} label={`Signature of ${signedBy}`} />,
              forms: { dispute: DisputeDialog },
            })}
          />
        )}
      />
      {dialog.name === "sheet" && <SheetDialog onClose={dialog.close} />}
    </>
  )
}
