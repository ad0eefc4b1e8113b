/** What a screen puts into the header: a subtitle that depends on its content, its actions, and its tabs. */
import { Children, Fragment, isValidElement, type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
import { useMedia } from "../media.ts"

interface Head {
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
}

let head: Head = {}
const listeners = new Set<() => void>()
const put = (next: Head) => {
  head = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The header content set by the open screen. */
export const useSaidHead = () => useSyncExternalStore(subscribe, () => head)

/** Sets the title or subtitle of the header while the screen is shown; omitted ones stay as in the screen's entry. */
export const useHead = ({ title, subtitle }: Head) => {
  useLayoutEffect(() => {
    put({ title, subtitle })
    return () => put({})
  }, [title, subtitle])
}

type Place = "head-acts" | "head-beside" | "head-tabs"
/** The place in the header for a screen's content. */
export const HeadPlace = ({ of }: { readonly of: Place }) => <div id={of} className={of} />

const InHead = ({ place, children }: { readonly place: Place; readonly children: ReactNode }) => {
  const [at, setAt] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setAt(document.getElementById(place)), [place])
  return at && createPortal(children, at)
}

interface Grouping {
  readonly kind?: string
  readonly children?: ReactNode
}
/** The individual actions, without the fragments that group them. */
const single = (acts: ReactNode): readonly ReactNode[] =>
  Children.toArray(acts).flatMap((act) => (isValidElement<Grouping>(act) && act.type === Fragment ? single(act.props.children) : [act]))

/**
 * The primary action of a screen and at most two quiet ones before it, in the header. On a phone the primary action is above the bottom bar, and the
 * others are at the top of the page.
 */
export const HeadActs = ({ children }: { readonly children: ReactNode }) => {
  const isPhone = useMedia("(max-width: 900px)")
  const acts = single(children).map((act, n) => ({
    act: <Fragment key={n}>{act}</Fragment>,
    isPrimary: isValidElement<Grouping>(act) && act.props.kind === "primary",
  }))
  const primary = acts.flatMap(({ act, isPrimary }) => (isPrimary ? [act] : []))
  const quiet = acts.flatMap(({ act, isPrimary }) => (isPrimary ? [] : [act]))
  return (
    <>
      <InHead place="head-acts">
        {!isPhone && quiet}
        {primary}
      </InHead>
      {isPhone && quiet.length > 0 && <div className="page-acts">{quiet}</div>}
    </>
  )
}

/** What stands beside the title, such as the ways to the months before and after; on a phone at the top of the page. */
export const HeadBeside = ({ children }: { readonly children: ReactNode }) =>
  useMedia("(max-width: 900px)") ? <div className="page-acts">{children}</div> : <InHead place="head-beside">{children}</InHead>

/** The tabs of a screen, in the second line of the header. */
export const HeadTabs = ({ children }: { readonly children: ReactNode }) => <InHead place="head-tabs">{children}</InHead>
