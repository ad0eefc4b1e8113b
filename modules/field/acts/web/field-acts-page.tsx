import { When } from "@ops/platform/ui/date.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { screen } from "../screen.ts"
import { ActDrawer } from "./act-drawer.tsx"

export const Component = () => (
  <ResourcePage
    screen={screen}
    views={[
      { id: "waiting", label: "To decide", query: { status: "refused,proposed,held" } },
      { id: "all", label: "All acts" },
    ]}
    columns={{
      happenedAt: { cell: ({ happenedAt }) => <When at={happenedAt} exact /> },
      arrivedAt: { cell: ({ arrivedAt }) => <When at={arrivedAt} exact /> },
    }}
    drawer={(id, close) => <ActDrawer key={id} id={id} onClose={close} />}
  />
)
