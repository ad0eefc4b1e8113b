/** The name of the attribute set by `markLooks`. */
export const lookMark = "data-look"

/**
 * Marks one text of each look, because texts that look alike have the same contrast, and measuring it takes most of axe's time. Texts look alike if
 * they have the same colour, size and weight, in elements of the same kind, on the same backgrounds. Only a visible text represents others, further
 * down the page as well, and none that is exempt from contrast, such as the label of a disabled field. Drawings are all marked; a text that cannot be
 * seen, in a box of one point or above the page, is not. A look that an earlier page had, in the same place among its ancestors, is `known` and not
 * marked again; new ones are returned as numbers. Positioned elements are checked on every page, because their ancestors do not show what is behind
 * them, but not what stands on an opaque ground of their own, such as a dialog. Only the part that is checked is marked. Runs in the page.
 */
export const markLooks = ({ mark, known, part }: { readonly mark: string; readonly known: string; readonly part: string }): string => {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const namesDisabled = [...document.querySelectorAll("[aria-labelledby]:is(:disabled, [aria-disabled=true])")]
    .flatMap((control) => control.getAttribute("aria-labelledby")!.split(/\s+/))
    .map((id) => `#${CSS.escape(id)}`)
  const exceptions = [":disabled", "[aria-disabled=true]", "[inert]", "svg", ...namesDisabled].join()
  const before = new Set(known.split(" "))
  const seen = new Set<string>()
  const numberOf = (look: string) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let n = 0; n < look.length; n++) {
      high = Math.imul(high ^ look.charCodeAt(n), 2654435761)
      low = Math.imul(low ^ look.charCodeAt(n), 1597334677)
    }
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
  }
  const marked: Array<Element> = []
  let layers = 0
  const kind = ({ tagName, className }: Element) => `${tagName} ${String(className)}`
  const hits = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  }
  const place = { left: scrollX, top: scrollY }
  /** axe measures what is further down the page, but not what is further down a part that scrolls by itself */
  const isSeen = (element: Element) => {
    if (hits(element)) return true
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" })
    return hits(element)
  }
  const canRepresent = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    if (width <= 4 || height <= 4 || element.closest(exceptions)) return false
    const label = element.closest("label")
    if (label && (!label.control || label.control.matches(":disabled, [aria-disabled=true]"))) return false
    return isSeen(element)
  }
  /** Nothing of it can be seen, wherever the page is scrolled. */
  const isNowhere = (element: Element, { overflow }: CSSStyleDeclaration, isInScroller: boolean) => {
    const { bottom, width, height } = element.getBoundingClientRect()
    return (!isInScroller && bottom + scrollY <= 0) || (width <= 1 && height <= 1 && overflow !== "visible")
  }
  const isLayer = (element: Element, { position }: CSSStyleDeclaration) =>
    (position === "absolute" || position === "fixed" || position === "sticky") && element.getBoundingClientRect().width > 4
  const fresh: Array<string> = []
  const visit = (element: Element, above: string, isOnLayer: boolean, isFaded = false, isInScroller = false) => {
    const style = getComputedStyle(element)
    if (style.display === "none") return
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style
    // a positioned element, and its siblings, may have another background than their ancestors
    const isBeside = [...element.children].some((child) => isLayer(child, getComputedStyle(child)))
    const layer = isBeside || isLayer(element, style) ? ++layers : 0
    const paint = [layer, backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join()
    const fades = isFaded || [opacity, filter, mixBlendMode].join() !== "1,none,normal"
    // nothing behind it shows through
    const isOpaque = !isBeside && !fades && backgroundColor.startsWith("rgb(") && backgroundImage === "none"
    const isPlain = paint === "0,rgba(0, 0, 0, 0),none,1,none,normal"
    const ground = isOpaque ? `${kind(element)} ${backgroundColor}` : isPlain ? above : `${above} ${kind(element)} ${paint}`
    const isAbove = !isOpaque && (isOnLayer || layer > 0)
    const isField = element.matches("input, select, textarea")
    const hasText = isField || [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")
    if (hasText && !isNowhere(element, style, isInScroller)) {
      const { color, fontSize, fontWeight, textShadow } = style
      const own = isField ? `${kind(element)} ${element.getAttribute("type")}` : kind(element)
      const look = [ground, element.parentElement && kind(element.parentElement), own, color, fontSize, fontWeight, textShadow].join()
      const number = isAbove ? undefined : numberOf(look)
      if (!seen.has(look) && !(number !== undefined && before.has(number))) {
        marked.push(element)
        if (canRepresent(element)) {
          seen.add(look)
          if (number !== undefined) fresh.push(number)
        }
      }
    }
    const scrolls = isInScroller || (element !== document.scrollingElement && /auto|scroll/.test(style.overflow))
    if (!element.matches("select")) for (const child of element.children) visit(child, ground, isAbove, fades, scrolls)
  }
  const parts = document.querySelectorAll(part)
  for (const each of parts) visit(each, "", true)
  if (parts.length === 0) visit(document.documentElement, "", false)
  scrollTo({ ...place, behavior: "instant" })
  for (const element of marked) element.setAttribute(mark, "")
  return fresh.join(" ")
}

/** The name of the attribute set by `markTargets`. */
export const targetMark = "data-target"

/**
 * Marks what can be too small a target: what is less than 24 points wide or high and has another target near, or what another one overlaps. All others
 * pass axe's rule, which otherwise compares each element of the page with those around it. A target that is under a sticky bar only because of the
 * scroll position, such as a row of a list under the header, is not marked. Axe's rule makes this exception for fixed bars only. Runs in the page.
 */
export const markTargets = (mark: string): void => {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const least = 24
  const canBeUsed = "a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]"
  const targets = [...document.querySelectorAll(canBeUsed)]
    .map((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      return { element, left, top, right, bottom, width, height, x: (left + right) / 2, y: (top + bottom) / 2 }
    })
    .filter(({ width, height }) => width > 0 && height > 0)
  type Target = (typeof targets)[number]
  /** how far a place is from the nearest one within limits */
  const beyond = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to)
  // a point more than axe asks for, because it rounds
  const margin = 1
  const canScrollUp = scrollY
  const canScrollDown = document.documentElement.scrollHeight - innerHeight - scrollY
  const overlaps = (one: Target, other: Target) =>
    other !== one && other.left < one.right && one.left < other.right && other.top < one.bottom && one.top < other.bottom
  const isSticky = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "sticky" || isSticky(element.parentElement))
  const isFreedByScrolling = (one: Target) =>
    targets.some((bar) => {
      if (!overlaps(one, bar) || isSticky(one.element) || !isSticky(bar.element)) return false
      return bar.bottom - one.top <= canScrollUp || one.bottom - bar.top <= canScrollDown
    })
  for (const one of targets) {
    if (isFreedByScrolling(one)) continue
    const isSmall = one.width < least + margin || one.height < least + margin
    const isBeside = targets.some((other) => {
      if (other === one) return false
      if (overlaps(one, other) || !isSmall) return overlaps(one, other)
      const toEdge = Math.hypot(beyond(one.x, other.left, other.right), beyond(one.y, other.top, other.bottom))
      return toEdge < least / 2 + margin || Math.hypot(one.x - other.x, one.y - other.y) < least + margin
    })
    if (isBeside) one.element.setAttribute(mark, "")
  }
}
