/** The sites: details, capacity, and whether they are open. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode } from "react"
import type { SiteAnswer } from "../contract.ts"
import { pathOf, pathsOf, useApi, useCommand } from "./client.ts"

type Site = typeof SiteAnswer.Type
const SiteDialog = lazyPart(() => import("./site-dialog.tsx"))

const Open = ({ isActive }: Site) => <StatusMark status={isActive ? "active" : "closed"} label={isActive ? "Open" : "Closed"} />
const numbers = new Intl.NumberFormat("en-US")

const Decision = ({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) => {
  const told = {
    id: site.id,
    lists: [...pathsOf("GET /api/sites"), pathOf("GET /api/sites/:id/history", { id: site.id })],
    failed: "Failed to change the site",
  }
  const close = useCommand("PUT /api/sites/:id/close", { ...told, done: ({ name }) => `${name} closed` })
  const reopen = useCommand("PUT /api/sites/:id/reopen", { ...told, done: ({ name }) => `${name} opened again` })
  return site.isActive ? (
    <ConfirmDialog
      title={`Close ${site.name}?`}
      text="It can no longer be selected, and no one can be assigned there. Work already started can be finished."
      confirm="Close site"
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={(reason) => close.send({ reason })}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog title={`Open ${site.name} again?`} confirm="Open site" onConfirm={() => reopen.send()} onClose={onClose} />
  )
}

interface PartProps {
  /** what other modules show about a site */
  readonly more?: ((site: Site) => ReactNode) | undefined
}
interface DrawerProps extends PartProps {
  readonly id: string
  readonly row: Site | undefined
  readonly onClose: () => void
}
const SiteDrawer = ({ id, row, onClose, more }: DrawerProps) => {
  const { can } = useSession()
  const dialog = useDialog()
  const sites = useApi("GET /api/sites")
  const site = sites.data?.find((site) => String(site.id) === id) ?? row
  if (!site) return <RecordDrawer of={sites} noun="Site" loading="Loading the site..." onClose={onClose} />
  return (
    <Drawer
      title={site.name}
      subject={site.location ?? undefined}
      status={<Open {...site} />}
      onClose={onClose}
      actions={
        can("sites.manage") && (
          <>
            <Button onClick={() => dialog.open("decide-site")}>{site.isActive ? "Close site" : "Open again"}</Button>
            <Button kind="primary" onClick={() => dialog.open("change-site")}>
              Change
            </Button>
          </>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Code", <SiteCode key="code" code={site.code} name={site.name} />],
            ["Label", site.label],
            ["Client", site.client],
            ["Location", site.location],
            ["Capacity", site.capacity === null ? "Not set" : `${numbers.format(site.capacity)} people`],
          ]}
        />
      </section>
      {more?.(site)}
      <HistoryPart path={pathOf("GET /api/sites/:id/history", { id: site.id })} />
      {dialog.name === "change-site" && <SiteDialog site={site} onClose={dialog.close} />}
      {dialog.name === "decide-site" && <Decision site={site} onClose={dialog.close} />}
    </Drawer>
  )
}

export const SitesPart = ({ more }: PartProps) => {
  const { can } = useSession()
  const dialog = useDialog()
  const manages = can("sites.manage")
  const add = () => dialog.open("new-site")
  useKeys("Sites", manages ? { n: ["New site", add] } : {})
  return (
    <>
      <ListPage
        path={pathOf("GET /api/sites")}
        noun={["site", "sites"]}
        loading="Loading sites..."
        rowId={({ id }) => String(id)}
        number={({ name }) => name}
        sort="name"
        filters={[
          {
            field: "status",
            label: "State",
            options: [
              { value: "active", label: "Open" },
              { value: "closed", label: "Closed" },
            ],
          },
        ]}
        columns={[
          { id: "name", header: "Name", cell: ({ name }) => name, sort: true },
          { id: "code", header: "Code", cell: ({ code, name }) => <SiteCode code={code} name={name} />, sort: true },
          { id: "client", header: "Client", cell: ({ client }) => client },
          { id: "location", header: "Location", cell: ({ location }) => location, grows: true },
          { id: "status", header: "State", cell: (site) => <Open {...site} /> },
          { id: "capacity", header: "Capacity", figure: ({ capacity }) => (capacity === null ? "" : numbers.format(capacity)), sort: true },
        ]}
        card={(site) => ({
          title: site.name,
          mark: <Open {...site} />,
          text: site.location ?? "",
          figure: site.capacity === null ? null : <span className="num">{numbers.format(site.capacity)}</span>,
        })}
        empty={{ title: "There are no sites" }}
        actions={
          manages && (
            <Button kind="primary" onClick={add}>
              New Site
            </Button>
          )
        }
        drawer={(id, row, close) => <SiteDrawer key={id} id={id} row={row} onClose={close} more={more} />}
      />
      {dialog.name === "new-site" && manages && <SiteDialog onClose={dialog.close} />}
    </>
  )
}
