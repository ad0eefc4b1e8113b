/** The sites: details, capacity, and whether they are open. */
import type { ReactNode } from "react"
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { sites } from "../resource.ts"
import { screen } from "../screen.ts"

type Site = (typeof sites)["Row"]
const adding = { form: lazyWithRetry(() => import("./site-dialog.tsx")) }
const ChangeForm = lazyPart(async () => ({ default: (await import("./site-dialog.tsx")).ChangeSiteForm }))

const Open = ({ isActive }: Site) => <StatusMark status={isActive ? "active" : "closed"} label={isActive ? "Open" : "Closed"} />
const numbers = new Intl.NumberFormat("en-US")
const peopleOf = ({ capacity }: Site) => (capacity === null ? "" : numbers.format(capacity))

/** `more` is what other modules show about a site. */
export const SitesPart = ({ more }: { readonly more?: (site: Site) => ReactNode }) => (
  <ResourcePage
    screen={screen}
    create={adding}
    columns={{
      code: { cell: ({ code, name }) => <SiteCode code={code} name={name} /> },
      location: { grows: true },
      isActive: { id: "status", header: "State", cell: Open },
      capacity: { figure: peopleOf },
    }}
    card={(site) => ({
      title: site.name,
      mark: <Open {...site} />,
      text: site.location ?? "",
      figure: site.capacity === null ? null : <span className="num">{peopleOf(site)}</span>,
    })}
    empty={{ title: "There are no sites" }}
    drawer={(id, close) => (
      <ResourceDrawer
        key={id}
        screen={screen}
        id={id}
        decisions={["close", "reopen", "change"]}
        parts={(site) => ({
          subject: site.location ?? undefined,
          status: <Open {...site} />,
          facts: {
            code: <SiteCode code={site.code} name={site.name} />,
            capacity: site.capacity === null ? "Not set" : `${peopleOf(site)} people`,
          },
          forms: { change: ChangeForm },
          below: more?.(site),
        })}
        onClose={close}
      />
    )}
  />
)
