import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"

/** Selects the site of a dialog; another selection reopens it. */
export const SiteChoice = ({ siteId, onSite }: { readonly siteId: number; readonly onSite: (id: number) => void }) => {
  const { sites } = useWorkingSite()
  return (
    <div className="field">
      <label htmlFor="stock-site">Site</label>
      <span className="select">
        <select className="input" id="stock-site" value={siteId} onChange={({ target }) => onSite(Number(target.value))}>
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
