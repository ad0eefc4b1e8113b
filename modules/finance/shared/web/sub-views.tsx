import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link } from "react-router-dom"

export interface SubView {
  /** the word in the address; the first stands there without one */
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

interface SubViewsProps {
  readonly label: string
  /** the screen, the financial one if not given, and its tab that they are parts of */
  readonly path?: string
  readonly tab: string
  readonly views: readonly SubView[]
}

/** The parts of a tab, the open one in the address as `?view=`. Filters of one part do not apply to the next. */
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
