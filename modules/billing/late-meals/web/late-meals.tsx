/** Late meals: reports about meals after their bill, for finance to bill, credit or decline. */
import { Button } from "@ops/platform/ui/button.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { screen } from "../screen.ts"
import { ReportLateMealDialog } from "./report-late-meal-dialog.tsx"

export const LateMeals = () => {
  const { can } = useSession()
  const dialog = useDialog()
  return (
    <>
      <ResourcePage
        screen={screen}
        views={[
          { id: "proposed", label: "To decide", query: { status: "proposed" } },
          { id: "all", label: "All late meals" },
        ]}
        filters={{ from: "Meals from", to: "Meals to" }}
        columns={{ clientName: { grows: true }, amount: { noTotal: true } }}
        actions={can("operations.supervise", "invoices.manage") && <Button onClick={() => dialog.open("late-meal")}>Report late meal</Button>}
      />
      {dialog.name === "late-meal" && <ReportLateMealDialog onClose={dialog.close} />}
    </>
  )
}
