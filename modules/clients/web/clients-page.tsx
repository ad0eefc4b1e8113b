/** Clients: the list, and the drawer with each client's terms. */
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { clients } from "../resource.ts"
import { screen } from "../screen.ts"
import { ClientDrawer } from "./client-drawer.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import "./clients.css"

const ClientForm = lazyPart(() => import("./client-form.tsx"))

export const Component = () => {
  const { siteId } = useWorkingSite()
  return (
    <ResourcePage<typeof clients>
      screen={screen}
      create={{ address: "add-client", form: ClientForm, opens: true, hotkey: "c" }}
      views={[
        { id: "all", label: "All clients" },
        { id: "drafts", label: "To complete", query: { status: "draft" } },
      ]}
      filters={{ currency: false }}
      columns={{
        clientCode: { header: "Client #" },
        contractEndDate: { header: "To" },
        activeStaff: { explain: (c) => ({ name: "client.activeStaff", parameters: { clientId: c.id, siteId } }) },
        mealRate: {
          money: (c) => ({ amount: c.mealRate, currency: c.contractCurrency ?? c.currency }),
          explain: (c) => c.mealRate && { name: "client.mealRate", parameters: { id: c.id, siteId } },
          noTotal: true,
        },
      }}
      drawer={(id, close) => <ClientDrawer key={id} id={id} onClose={close} />}
    />
  )
}
