/** The name of the attribute set by `markLooks`. */
export const lookMark = "data-look"

/**
 * Marks one text of each look, because texts that look alike have the same contrast, and measuring it takes most of axe's time. Texts look alike if
 * they have the same colour, size and weight, in elements of the same kind, on the same backgrounds. Only a visible text represents others, and none
 * that is exempt from contrast, such as the label of a disabled field. Fields and drawings are all marked. Runs in the page.
 */
export const markLooks = (mark: string) => {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const namesDisabled = [...document.querySelectorAll("[aria-labelledby]:is(:disabled, [aria-disabled=true])")]
    .flatMap((control) => control.getAttribute("aria-labelledby")!.split(/\s+/))
    .map((id) => `#${CSS.escape(id)}`)
  const exceptions = ["label", ":disabled", "[aria-disabled=true]", "[inert]", "svg", ...namesDisabled].join()
  const seen = new Set<string>()
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
  const visit = (element: Element, above: string) => {
    const style = getComputedStyle(element)
    if (style.display === "none") return
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style
    // a positioned element, and its siblings, may have another background than their ancestors
    const isBeside = [...element.children].some((child) => isLayer(child, getComputedStyle(child)))
    const layer = isBeside || isLayer(element, style) ? ++layers : 0
    const paint = [layer, backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join()
    const ground = paint === "0,rgba(0, 0, 0, 0),none,1,none,normal" ? above : `${above} ${kind(element)} ${paint}`
    if (element.matches("input, select, textarea")) marked.push(element)
    else if ([...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")) {
      const { color, fontSize, fontWeight, textShadow } = style
      const look = [ground, element.parentElement && kind(element.parentElement), kind(element), color, fontSize, fontWeight, textShadow].join()
      if (!seen.has(look)) {
        marked.push(element)
        if (canRepresent(element)) seen.add(look)
      }
    }
    if (!element.matches("select")) for (const child of element.children) visit(child, ground)
  }
  visit(document.documentElement, "")
  for (const element of marked) element.setAttribute(mark, "")
}
