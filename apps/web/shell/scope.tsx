/** The scope of everything shown: the site, and the moment. */
import { Menu, MenuChoice } from "@ops/platform/ui/layers/menu.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { seesAllSites, useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronDown, ChevronsUpDown, MapPin } from "lucide-react"
import type { ReactElement } from "react"
import { TimeControl } from "./time/time-control.tsx"

/** The display name of the working site; until the site is loaded only its number is known. */
const useSiteLabel = () => {
  const { site, siteId } = useWorkingSite()
  const all = seesAllSites(useUser())
  return site?.label ?? (siteId !== undefined ? "…" : all ? "All Sites" : "No site")
}

const SiteMenu = ({ trigger, align }: { readonly trigger: ReactElement; readonly align: "start" | "end" }) => {
  const { siteId, sites, setSite } = useWorkingSite()
  const options = [
    ...sites.map((each) => ({
      value: String(each.id),
      label: (
        <>
          <SiteCode code={each.code} /> {each.label}
        </>
      ),
    })),
    ...(seesAllSites(useUser()) ? [{ value: "all", label: "All Sites" }] : []),
  ]
  return (
    <Menu label="Site" align={align} trigger={trigger}>
      <MenuChoice
        label="Site"
        value={siteId === undefined ? "all" : String(siteId)}
        onChange={(value) => setSite(value === "all" ? undefined : Number(value))}
        options={options}
      />
    </Menu>
  )
}

/** The site in the header: its code only. */
export const SiteSelect = () => {
  const { site } = useWorkingSite()
  const label = useSiteLabel()
  return (
    <SiteMenu
      align="end"
      trigger={
        <button type="button" className="site-select" aria-label={`Site: ${label}`}>
          {site ? <SiteCode code={site.code} /> : <span>{label === "All Sites" ? "All" : label}</span>}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  )
}

/** Site and moment as one control of two rows, at the top of the rail. */
export const Scope = () => {
  const label = useSiteLabel()
  return (
    <div className="scope">
      <SiteMenu
        align="start"
        trigger={
          <button type="button" className="scope-row" aria-label={`Scope: ${label}`}>
            <MapPin size={16} strokeWidth={1.75} aria-hidden />
            <span>{label}</span>
            <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden />
          </button>
        }
      />
      <TimeControl />
    </div>
  )
}
