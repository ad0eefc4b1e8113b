import { useCallback, useEffect, useRef } from "react"

interface Policy {
  readonly createHTML: (html: string) => string
}
const asIs: Policy = { createHTML: (html) => html }
// the content policy requires a named policy for markup; this one creates only the sandboxed frame below
const policy = (window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }).trustedTypes?.createPolicy("invoice", asIs) ?? asIs

/** The font faces of the app, for the page in the frame. */
const fonts = () =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ cssText }) => cssText)
    .join("\n")

/** The width at which lines wrap only where they do on paper. */
const pageWidth = 600

/** Shows a page in the frame. Its rules become a sheet of the frame, since the content policy, which the frame inherits, allows no style element. */
const show = (frame: HTMLIFrameElement, html: string, scale: number) => {
  const { contentDocument: shown, contentWindow } = frame
  if (!shown || !contentWindow) return
  const sheet = new (contentWindow as Window & typeof globalThis).CSSStyleSheet()
  const styleElement = /<style>([^]*?)<\/style>/
  // a page keeps its width: on a phone it scrolls horizontally; made to fit, it is as high as the frame
  sheet.replaceSync(
    `${fonts()}${styleElement.exec(html)?.[1] ?? ""} body { min-width: ${pageWidth}px } html { zoom: ${Math.min(1, scale)} } ${scale < 1 ? `main { min-height: ${frame.clientHeight / scale - 1}px }` : ""}`,
  )
  shown.adoptedStyleSheets = [sheet]
  const page = new DOMParser().parseFromString(policy.createHTML(html.replace(styleElement, "")), "text/html")
  shown.replaceChild(shown.adoptNode(page.documentElement), shown.documentElement)
}

interface InvoicePageFrameProps {
  readonly html: string
  readonly title: string
  /** scale the page so that its whole width fits the frame */
  readonly fits?: boolean
}
/** An invoice's HTML in a frame without scripts, forms or external links. It has our origin only so that our font may be loaded. */
export const InvoicePageFrame = ({ html, title, fits = false }: InvoicePageFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const fill = useCallback(() => {
    if (frame.current) show(frame.current, html, fits ? frame.current.clientWidth / pageWidth : 1)
  }, [html, fits])
  useEffect(() => {
    // also when a phone shows the frame, which has no width before
    const observer = new ResizeObserver(fill)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [fill])
  return <iframe className="invoice-page" sandbox="allow-same-origin" title={title} ref={frame} src="about:blank" onLoad={fill} />
}
