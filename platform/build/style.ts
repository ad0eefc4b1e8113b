/** Leaves out what no screen uses of the style sheets of Radix Themes: nine tenths of the components and most of the design tokens. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { transform } from "lightningcss"
import type { Plugin } from "vite"

interface Selector {
  readonly type: string
  readonly name?: string
  readonly operation?: { readonly value: string } | null
  readonly kind?: string
  readonly selectors?: readonly (readonly Selector[])[]
}

/** The components and colours of Radix Themes that are used; the rest of its style sheets, nine tenths, is left out. */
const parts = /^rt-((Base)?Button|IconButton|Spinner|reset|variant-(solid|outline|ghost)|r-size-[23]|high-contrast|loading)/
const colours = /^(|gray|sand|teal|red|amber|green|blue)$/
const responsive = /^(xs|sm|md|lg|xl):/
const unusedPart = ({ type, name = "", operation }: Selector) =>
  type === "class"
    ? responsive.test(name) || (name.startsWith("rt-") && !parts.test(name))
    : type === "attribute" && /^data-(accent|gray)-color$/.test(name) && !colours.test(operation?.value ?? "")
const unused = (selector: readonly Selector[]): boolean =>
  selector.some((part) => unusedPart(part) || ((part.kind === "where" || part.kind === "is") && !!part.selectors?.length && part.selectors.every(unused)))

const sheet = /@radix-ui\/themes\/(components|tokens\/base|tokens\/colors\/\w+)\.css/
/** A style sheet without the rules of components that are not used, and without these variables and animations. */
const lean = (filename: string, code: string, unusedSymbols: string[] = []) =>
  transform({
    filename,
    code: Buffer.from(code),
    errorRecovery: true,
    unusedSymbols,
    visitor: {
      Rule: {
        style(rule) {
          return rule.value.selectors.every((selector) => unused(selector as readonly Selector[])) ? [] : undefined
        },
        // they replace system fonts, and the screens have their own
        "font-face": () => [],
        // a colour is the same on every screen: our own accent has no wide-gamut variant either
        supports: (rule) => (JSON.stringify(rule.value.condition).includes("display-p3") ? [] : undefined),
      },
    },
  }).code.toString()

const root = join(import.meta.dirname, "../..")
const radix = "node_modules/@radix-ui/themes"
const files = (...of: string[]) =>
  globSync(of, { cwd: root, exclude: (name) => !name.startsWith(radix) && /\/(node_modules|dist|e2e)$/.test(name) }).map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  )
const names = (text: string) => text.match(/--[a-z][\w-]*/g) ?? []

/** The variables and animations of Radix Themes that no source and no rule needs, directly or by another variable. */
const unusedNames = () => {
  const needs = new Map<string, ReadonlySet<string>>()
  const used = new Set<string>()
  const mark = (name: string): void => {
    if (used.has(name)) return
    used.add(name)
    needs.get(name)?.forEach(mark)
  }
  const read = (css: string) => {
    const declaration = /(--[\w-]+):([^;}]*)/g
    for (const [, name, value] of css.matchAll(declaration)) needs.set(name!, new Set([...(needs.get(name!) ?? []), ...names(value!)]))
    return names(css.replaceAll(declaration, ""))
  }
  const sheets = files(`${radix}/tokens/base.css`, `${radix}/tokens/colors/*.css`, `${radix}/components.css`).map(([file, text]) => lean(file, text))
  const ofRadix = sheets.flatMap(read)
  const declared = [...needs.keys()]
  const own = files("{modules,platform,apps/web}/**/*.css").flatMap(([, text]) => read(text))
  const code = files("{modules,platform,apps/web}/**/*.{ts,tsx}", `${radix}/dist/esm/**/*.js`).flatMap(([, text]) => names(text))
  for (const name of [...ofRadix, ...own, ...code]) mark(name)
  const all = sheets.join("")
  const animations = [...all.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name!)
  return [...declared.filter((name) => !used.has(name)), ...animations.filter((name) => all.match(new RegExp(`${name}\\b`, "g"))!.length === 1)]
}

export const leanRadix = (): Plugin => {
  let unusedSymbols: string[] = []
  return {
    name: "lean-radix",
    enforce: "pre",
    configResolved: ({ command }) => {
      // while developing, a source may come to use any variable
      if (command === "build") unusedSymbols = unusedNames()
    },
    transform: (code, id) => (sheet.test(id) ? { code: lean(id, code, unusedSymbols), map: null } : undefined),
  }
}
