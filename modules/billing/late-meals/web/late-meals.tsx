/** Late meals: what became known of meals after their bill, for finance to bill, credit or decline. */
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { screen } from "../screen.ts"

export const LateMeals = () => (
  <ResourcePage
    screen={screen}
    views={[
      { id: "proposed", label: "To decide", query: { status: "proposed" } },
      { id: "all", label: "All late meals" },
    ]}
    filters={{ from: "Meals from", to: "Meals to" }}
    columns={{ clientName: { grows: true }, amount: { noTotal: true } }}
  />
)
