/** The name of the attribute set by `markLooks`. */
export const lookMark = "data-look"

/**
 * Marks one text of each look, because texts that look alike have the same contrast, and measuring it takes most of axe's time. Texts look alike if
 * they have the same colour, size and weight, in elements of the same kind, on the same backgrounds. Only a visible text represents others, and none
 * that is exempt from contrast, such as the label of a disabled field. Fields and drawings are all marked. A look that an earlier page had, in the
 * same place among its ancestors, is `known` and not marked again; new ones are returned as numbers. Positioned elements are checked on every page,
 * because their ancestors do not show what is behind them, but not what stands on an opaque ground of their own, such as a dialog. Only the part that
 * is checked is marked. Runs in the page.
 */
export const markLooks = ({ mark, known, part }: { readonly mark: string; readonly known: string; readonly part: string }): string => {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const namesDisabled = [...document.querySelectorAll("[aria-labelledby]:is(:disabled, [aria-disabled=true])")]
    .flatMap((control) => control.getAttribute("aria-labelledby")!.split(/\s+/))
    .map((id) => `#${CSS.escape(id)}`)
  const exceptions = ["label", ":disabled", "[aria-disabled=true]", "[inert]", "svg", ...namesDisabled].join()
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
  const canRepresent = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = width > 4 && height > 4 && document.elementFromPoint(left + width / 2, top + height / 2)
    return hit && element.contains(hit) && !element.closest(exceptions)
  }
  const isLayer = (element: Element, { position }: CSSStyleDeclaration) =>
    (position === "absolute" || position === "fixed" || position === "sticky") && element.getBoundingClientRect().width > 4
  const fresh: Array<string> = []
  const visit = (element: Element, above: string, isOnLayer: boolean, isFaded = false) => {
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
    if (element.matches("input, select, textarea")) marked.push(element)
    else if ([...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")) {
      const { color, fontSize, fontWeight, textShadow } = style
      const look = [ground, element.parentElement && kind(element.parentElement), kind(element), color, fontSize, fontWeight, textShadow].join()
      const number = isAbove ? undefined : numberOf(look)
      if (!seen.has(look) && !(number !== undefined && before.has(number))) {
        marked.push(element)
        if (canRepresent(element)) {
          seen.add(look)
          if (number !== undefined) fresh.push(number)
        }
      }
    }
    if (!element.matches("select")) for (const child of element.children) visit(child, ground, isAbove, fades)
  }
  const parts = document.querySelectorAll(part)
  for (const each of parts) visit(each, "", true)
  if (parts.length === 0) visit(document.documentElement, "", false)
  for (const element of marked) element.setAttribute(mark, "")
  return fresh.join(" ")
}
