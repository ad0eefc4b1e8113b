/**
 * Checks the translations of the field screens (decision 155), from the syntax of the source: every text of these screens, and every sentence with
 * which the server refuses their calls, has a translation; and every translation belongs to a text that exists. A text is translated as in the
 * browser; what is left of the Latin alphabet is missing.
 */
import { pathToFileURL } from "node:url"
import * as path from "node:path"
import { inWords, wordOf } from "../../platform/text.ts"
import { type Language, languageCodes, type Words } from "../../platform/language/languages.ts"
import { type Translate, translator } from "../../platform/language/translator.ts"
import { lineOf, type Node as Syntax, sourceTexts, visitNodes } from "./syntax.ts"

/** What a person in the field reads: the screens, what surrounds them, and the parts they use. */
const screens = [
  "apps/web/shell/{root,shell,signed-in,header,rail,rail-groups,bottom-bar,account-menu,navigation,scope,sign-out,bell}.ts{,x}",
  "apps/web/shell/sign-in/*.ts{,x}",
  "apps/web/shell/offline/{sources.ts,*.tsx}",
  "apps/web/shell/pages/{landing-page,hr-page,parts,refused-page,not-found-page}.tsx",
  "apps/web/shell/time/time-control.tsx",
  "modules/meals/kiosk/web/{camera,kiosk-page,use-taps}.ts{,x}",
  "modules/meals/meal-sessions/web/diners-dialog.tsx",
  "modules/meals/web/people.ts",
  "modules/people/kiosk/web/*.ts{,x}",
  "modules/people/leave/web/{labels,leaves,leave-balance,leave-drawer,leave-month,request-leave-dialog}.ts{,x}",
  "modules/people/leave/screen.ts",
  "modules/people/web/staff-field.tsx",
  "modules/people/working-days/web/holidays.tsx",
  "modules/people/staff/web/staff-tiles.tsx",
  "modules/facilities/work-orders/web/{outbox,report-issue-dialog,waiting-reports}.ts{,x}",
  "modules/facilities/web/{facilities-page,labels}.ts{,x}",
  "modules/field/web/enrol-dialog.tsx",
  "platform/ui/{button,date,empty-state,error-panel,figure,loading,metric-strip,panel,priority-mark,site-code,status-mark,tabs,working-site}.tsx",
  "platform/ui/data/{api,answer,outbox,proof-dialog,step-up,kept}.ts{,x}",
  "platform/ui/device/*.ts",
  "platform/ui/files/{photo,photo-field,sent-files}.ts{,x}",
  "platform/ui/forms/{checked-form,confirm-dialog,form-dialog,form-fields}.ts{,x}",
  "platform/ui/layers/{drawer,menu,modal,notices}.tsx",
  "platform/ui/lists/{chosen,data-table,filter-bar,list-page,saved-views,row-menu}.tsx",
  "platform/ui/resources/{command-dialog,create,decisions,record-drawer,record-form,resource-page,screen-parts}.tsx",
]
/** The rows of `routes.ts` that name these screens. */
const fieldRoutes = /path: "\/(field|outbox|hr|hr\/kiosk|facilities|meal-tracking\/kiosk\/:sessionId)",\s+title: "(.+)",\s+subtitle: "(.+)"/g
const titlesIn = (file: string, text: string): ReadonlyArray<Text> =>
  [...text.matchAll(fieldRoutes)].flatMap((found) => found.slice(2).map((each) => [each, lineOf(text, { type: file, start: found.index }), false] as const))
/** The commands whose refusals these screens show. */
const commands = [
  "modules/identity/sign-in/*.ts",
  "modules/meals/meal-sessions/meal-attendance.ts",
  "modules/people/attendance/attendance.ts",
  "modules/people/kiosk/*.ts",
  "modules/people/leave/leave-request.ts",
]
const own = { exclude: ["**/*.test.ts", "**/words/**"] }

interface Node extends Syntax {
  readonly value?: unknown
  readonly raw?: string
  readonly expression?: Node
  readonly expressions?: ReadonlyArray<Node>
  readonly quasis?: ReadonlyArray<{ readonly value: { readonly cooked: string } }>
  readonly consequent?: Node
  readonly alternate?: Node
  readonly right?: Node
  readonly operator?: string
  readonly children?: ReadonlyArray<Node>
  readonly name?: Node & { readonly name?: string }
  readonly key?: Node & { readonly name?: string }
}

/** The texts that an expression can have, `7` for values that only run time knows. */
const textsOf = (node: Node | undefined): ReadonlyArray<string> => {
  if (!node) return ["7"]
  if (node.type === "Literal") return [typeof node.value === "string" ? node.value : node.value === null || typeof node.value === "boolean" ? "" : "7"]
  if (node.type === "TemplateLiteral") {
    return (node.quasis ?? []).reduce<ReadonlyArray<string>>(
      (before, { value: { cooked } }, n) => {
        const between = n === 0 ? [""] : textsOf(node.expressions?.[n - 1])
        return before.flatMap((text) => between.map((each) => text + each + cooked))
      },
      [""],
    )
  }
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  if (node.type === "LogicalExpression")
    return node.operator === "&&" ? [...textsOf(node.right), ""] : ["7", ...textsOf(node.right).filter((text) => text !== "")]
  return ["7"]
}
const jsxText = (text: string) =>
  text
    .split("\n")
    .map((line, n, all) => (n > 0 ? line.trimStart() : line).replace(n < all.length - 1 ? /\s+$/ : /$^/, ""))
    .filter((line) => line !== "")
    .join(" ")
/** Each run of texts and values among the children of an element. */
const runsOf = (children: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const runs: Array<ReadonlyArray<string>> = [[""]]
  for (const child of children) {
    const texts =
      child.type === "JSXText"
        ? [jsxText(child.value as string)]
        : child.type === "JSXExpressionContainer" && !holdsElement(child)
          ? textsOf(child.expression)
          : undefined
    const last = runs.at(-1)!
    if (texts === undefined) runs.push([""])
    else runs[runs.length - 1] = last.flatMap((before) => texts.map((text) => before + text))
  }
  return runs.flat()
}
const holdsElement = ({ expression }: Node): boolean => {
  const seen = JSON.stringify(expression, (key, value: unknown) => (key === "parent" ? undefined : typeof value === "bigint" ? "" : value))
  return seen.includes('"JSXElement"') || seen.includes('"JSXFragment"') || expression?.type === "JSXEmptyExpression"
}

/** Attributes whose texts no one reads, and calls whose arguments are names. */
const silent =
  /^(className|type|key|id|name|to|href|src|role|rel|target|lang|dir|kind|tone|look|align|side|autoComplete|autoCapitalize|enterKeyHint|inputMode|of|param|address|hotkey|draft|method|viewBox|accept|capture|status|data-.*|place|path|storage|locale|timeZone|icon|value|act|aria-(describedby|labelledby|keyshortcuts|controls))$/
/** Texts that are not in a language. */
const names =
  /\b(PIN|FO-\d+|Field Office|QR|Chrome|Android|JPEG|PNG|WEBP|Ctrl K|USD|SSP|CSV|XLSX|Excel|Esc|KB|MB|FO|hotkey|SHA-\d+|px|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g
const looksLikeText = (text: string) =>
  /[A-Za-z]{2}/.test(text) &&
  !/^\w+\/\w+$|^\[|^a, button|^\w+Error$|^Ed25519$|^(GET|POST|PUT|PATCH|DELETE) |^[/.#@?&]|^[a-z]+:\/\/|^\(|^--|;|=>|^[a-z0-9_.:-]+$|^[a-z]+([A-Z][a-z]*)+$|^7?[a-z-]+7?$|^[A-Z_]+$|^\.{0,2}\/|\bvar\(|^M\d|select |calc\(|^[a-z]+(-[a-z]+)+ /.test(
    text,
  ) &&
  (/\s/.test(text.trim()) || /^[A-Z][a-z]/.test(text.trim()))

const isNamed = (node: Node & { readonly callee?: Node & { readonly name?: unknown } }) =>
  (node.type === "JSXAttribute" && /^(aria-label|placeholder|alt|title)$/.test(node.name?.name ?? "")) ||
  (node.type === "CallExpression" && String(node.callee?.name) === "t")
const markOurs = (part: unknown, ours: Set<unknown>) => {
  if (typeof part !== "object" || part === null || ours.has(part)) return
  ours.add(part)
  for (const each of Object.values(part)) markOurs(each, ours)
}

/** A text, its line, and whether only the product can have written it: a name for screen readers, an argument of `t`. */
type Text = readonly [text: string, line: number, isOurs: boolean]

/** The texts of a file that a person may read, each with its line. */
export const textsIn = (file: string, text: string): ReadonlyArray<Text> => {
  const found: Array<Text> = []
  const ours = new Set<unknown>()
  const skipped = new Set<unknown>()
  visitNodes<Node & { readonly [key: string]: unknown }>(file, text, (node) => {
    if (skipped.has(node)) return
    const skip = (part: unknown) => {
      if (typeof part !== "object" || part === null || skipped.has(part)) return
      skipped.add(part)
      for (const each of Object.values(part)) skip(each)
    }
    if (/^(Import|ExportAll|ExportNamed.*From|TS)/.test(node.type)) return skip(node)
    if (node.type === "ImportExpression") return skip(node)
    if (node.type === "JSXAttribute" && silent.test(node.name?.name ?? "")) return skip(node["value"])
    if (node.type === "Property" && silent.test(node.key?.name ?? "")) return skip(node["value"])
    if (node.type === "BinaryExpression" && /^[=!]==/.test(String(node["operator"]))) return skip(node)
    if (node.type === "MemberExpression") skip(node["property"])
    if (
      node.type === "NewExpression" &&
      /^(Error|TypeError|DOMException)$/.test(String((node["callee"] as Node & { name?: string }).name)) &&
      /is used/.test(text.slice(node.start, node.start + 60))
    )
      return skip(node)
    // what `textsOf` has read with the text around it
    const leave = (part: Node | undefined): void => {
      if (part?.type === "Literal" || part?.type === "TemplateLiteral") skipped.add(part)
      if (part?.type === "TemplateLiteral") part.expressions?.forEach(leave)
      if (part?.type === "ConditionalExpression") [part.consequent, part.alternate].forEach(leave)
      if (part?.type === "LogicalExpression") leave(part.right)
    }
    if (isNamed(node)) markOurs(node, ours)
    const say = (texts: ReadonlyArray<string>) => {
      for (const each of texts) if (looksLikeText(each)) found.push([each.replace(/\s+/g, " ").trim(), lineOf(text, node), ours.has(node)])
    }
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      say(runsOf(node.children ?? []))
      for (const child of node.children ?? []) {
        if (child.type === "JSXText") skipped.add(child)
        else if (child.type === "JSXExpressionContainer" && !holdsElement(child)) leave(child.expression)
      }
    }
    if (node.type === "TemplateLiteral") {
      say(textsOf(node))
      node.expressions?.forEach(leave)
    }
    if (node.type === "Literal" && typeof node.value === "string") say([node.value])
  })
  return found
}

/** The sentences with which a file refuses. */
const refusalsIn = (file: string, text: string) => {
  const found: Array<Text> = []
  visitNodes<Node & { readonly callee?: Node & { readonly name?: unknown }; readonly arguments?: ReadonlyArray<Node> }>(file, text, (node) => {
    const called = String(node.callee?.name ?? "")
    if (/^(CallExpression|NewExpression)$/.test(node.type) && /^(invalid|conflict|forbidden|notFound|Rejection)$/.test(called))
      for (const each of (node.arguments ?? []).slice(0, 2).flatMap(textsOf))
        if (looksLikeText(each)) found.push([each.replace(/\s+/g, " ").trim(), lineOf(text, node), false])
  })
  return found
}

/** What is not translated, each with its place. */
export const missingIn = (texts: ReadonlyArray<Text>, file: string, translate: Translate) =>
  texts.flatMap(([text, line, isOurs]) => {
    // a value that is a sentence of its own can come first
    const left = translate(text.replace(/^7 (?=[A-Z])/, ""), isOurs).replace(names, "")
    return /[A-Za-z]{2}/.test(left) ? [`${file}:${line}: "${text}" has no translation`] : []
  })

/** A text as it is compared: without the comma that it can begin with, and a name of several values as one. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/^[\s,·]+|\s+$/g, "")
    .replace(/\b7( 7)+\b/g, "7")

/** Every fixed text of the source, whole, and the words that the product derives from names. */
const written = () => {
  const all = new Set<string>()
  for (const [file, text] of sourceTexts("{apps,modules,platform}/**/*.{ts,tsx}", ["**/e2e/**", ...own.exclude])) {
    visitNodes<Node>(file, text, (node) => {
      const add = (part: string) => {
        for (const each of [part, ...part.split(/ · |(?<=[.!?]) /)]) all.add(plain(each))
        if (/^[a-z][A-Za-z_]*$/.test(part)) all.add(wordOf(part)).add(inWords(part))
      }
      if (node.type === "JSXText" || (node.type === "Literal" && typeof node.value === "string")) add(String(node.value))
      else if (node.type === "TemplateLiteral" || node.type === "JSXElement") {
        const texts = node.type === "TemplateLiteral" ? textsOf(node) : runsOf(node.children ?? [])
        for (const each of texts) {
          const whole = plain(each)
          all.add(whole)
          for (const part of whole.split(/ · |(?<=[.!?]) /)) all.add(plain(part))
        }
        node.quasis?.forEach(({ value }) => add(value.cooked))
      } else if (node.type === "Property" && node.key?.name !== undefined) add(node.key.name)
    })
  }
  return all
}
/** The translations of texts that no source has any more. */
export const unusedIn = (words: Words, all: ReadonlySet<string>) =>
  Object.keys(words).filter(
    (key) =>
      !all.has(plain(key.replace(/\{\w+\}/g, "7"))) &&
      !key
        .split(/\{\w+\}/)
        .map(plain)
        .every((part) => all.has(part) || !/[A-Za-z]/.test(part)),
  )

const root = path.join(import.meta.dirname, "../..")
const wordsOf = async (language: Language) =>
  Promise.all(
    [...sourceTexts(`{apps/web,platform,modules/*}/words/${language}.ts`).keys()].map(
      async (file) => [file, ((await import(pathToFileURL(path.join(root, file)).href)) as { readonly default: Words }).default] as const,
    ),
  )

if (import.meta.main) {
  const faults: Array<string> = []
  const all = written()
  for (const language of languageCodes.filter((code) => code !== "en")) {
    const files = await wordsOf(language)
    const translate = translator(language, Object.assign({}, ...files.map(([, words]) => words)) as Words)
    const check = (patterns: ReadonlyArray<string>, read: typeof textsIn) => {
      for (const [file, text] of patterns.flatMap((pattern) => [...sourceTexts(pattern, own.exclude)]))
        faults.push(...missingIn(read(file, text), file, translate))
    }
    check(screens, textsIn)
    check(commands, refusalsIn)
    check(["apps/web/routes.ts"], titlesIn)
    for (const [file, words] of files) for (const key of unusedIn(words, all)) faults.push(`${file}: "${key}" is written nowhere`)
  }
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
