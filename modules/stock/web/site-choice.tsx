import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"

/** Which site a dialog is about; another choice opens it again. */
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
