import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link } from "react-router-dom"

export interface SubView {
  /** the name in the address; the first view is shown without one */
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

interface SubViewsProps {
  readonly label: string
  /** the screen, by default the financial one, and the tab that contains the views */
  readonly path?: string
  readonly tab: string
  readonly views: readonly SubView[]
}

/** The views of a tab; the open one is kept in the address as `?view=`. Filters of one view do not apply to another. */
export const SubViews = ({ label, path = "/financial", tab, views }: SubViewsProps) => {
  const [asked] = useAddress("view")
  const open = views.find(({ id }) => id === asked) ?? views[0]!
  return (
    <>
      {views.length > 1 && (
        <nav className="views" aria-label={label}>
          {views.map(({ id, label }, n) => (
            <Link key={id} className="view" to={`${path}?tab=${tab}${n === 0 ? "" : `&view=${id}`}`} aria-current={id === open.id ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <Suspense key={open.id}>{open.part()}</Suspense>
    </>
  )
}
