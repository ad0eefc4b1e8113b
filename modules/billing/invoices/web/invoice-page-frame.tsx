import { useCallback } from "react"

interface Policy {
  readonly createHTML: (html: string) => string
}
const asIs: Policy = { createHTML: (html) => html }
// the content policy requires a named policy for markup; this one creates only the sandboxed frame below
const policy = (window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }).trustedTypes?.createPolicy("invoice", asIs) ?? asIs

/** A page with its style sheet applied to its elements: the frame inherits the app's content policy, which allows no style sheet. */
const styled = (html: string, scale: number) => {
  const styleElement = /<style>([^]*?)<\/style>/
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleElement.exec(html)?.[1] ?? "")
  const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule)
  const page = new DOMParser().parseFromString(policy.createHTML(html.replace(styleElement, "")), "text/html")
  for (const element of page.querySelectorAll("*")) {
    const own = element.getAttribute("style") ?? ""
    const ruled = rules.filter(({ selectorText }) => element.matches(selectorText)).map(({ style }) => style.cssText)
    if (ruled.length > 0) element.setAttribute("style", `${ruled.join(" ")} ${own}`)
  }
  // a page keeps its width: on a phone it scrolls horizontally
  page.body.style.minWidth = "600px"
  if (scale < 1) page.documentElement.style.setProperty("zoom", String(scale))
  return page.documentElement.outerHTML
}

interface InvoicePageFrameProps {
  readonly html: string
  readonly title: string
  /** scale the page so that its whole width fits the frame */
  readonly fits?: boolean
}
/** The width at which lines wrap only where they do on paper. */
const pageWidth = 720

/** An invoice's HTML in a frame without scripts, forms, external links, or an origin. */
export const InvoicePageFrame = ({ html, title, fits = false }: InvoicePageFrameProps) => {
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) frame.srcdoc = policy.createHTML(styled(html, fits ? Math.min(1, frame.clientWidth / pageWidth) : 1))
    },
    [html, fits],
  )
  return <iframe className="invoice-page" sandbox="" title={title} ref={fill} />
}
