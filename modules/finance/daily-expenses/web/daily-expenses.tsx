/** The daily expenses of each site. */
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { DailyExpenseDrawer } from "./daily-expense-drawer.tsx"
import { recording } from "./recording.ts"
import { screen } from "../screen.ts"

export const DailyExpenses = () => (
  <ResourcePage screen={screen} create={recording} drawer={(id, close) => <DailyExpenseDrawer key={id} id={id} onClose={close} />} />
)
