/** The CLI commands of a resource, derived from its declaration: list, show, and one for each of its commands. */
import { Argument, type Command, Option } from "./command.ts"
import type { AnyResource } from "../http/resources/resource.ts"
import type { CommandScreen, InputField, Screen, ScreenParts } from "../http/resources/screen.ts"
import { canOf, inWords, textOf, withArticle } from "../text.ts"
import { centsOf, daysOf, thousandthsOf } from "./amounts.ts"
import { attach } from "./attach.ts"
import type { Call } from "./call.ts"
import { decidable, decide, type Deciding } from "./decide.ts"
import { Exit } from "./exit-codes.ts"
import { addExamples, type Example } from "./help.ts"
import { dayOptions, historyColumns, listOptions, type Paging, plainListOptions, printList, printWith } from "./lists.ts"
import { commonOptions } from "./options.ts"
import type { TableColumn } from "./output.ts"

/** A resource with its types, as used by the terminal. */
type Typed = AnyResource & { readonly api: object; readonly Row: object }
/** The fields of every row besides the resource's own. */
interface AnyRow {
  readonly id: number
  readonly version: number
  readonly cannot: Readonly<Record<string, string | undefined>>
  readonly canOverride?: boolean
}
type Names<R extends Typed> = keyof R["commands"] & string
type InputsOf<R extends Typed, K extends Names<R>> = Screen<R>["commands"][K]["fields"][number]["name"]

/** Resolves a typed name to a value, such as a vendor's name to its id. */
type Named = (call: Call, command: Command, text: string) => Promise<unknown>

interface Described {
  /** its name in the terminal, if different: `status` for `setStatus`, `runs` for the list */
  readonly verb?: string
  /** its description, if the declaration's is not suitable */
  readonly description?: string
  /** example command lines; by default they are generated from the declaration */
  readonly examples?: ReadonlyArray<Example>
}

/** An option without an argument that stands for certain values: `--retired` for `{ active: "false" }`. */
interface Switch<Name extends string> {
  readonly meaning: string
  readonly gives: { readonly [K in Name]?: string | boolean }
}

/** How the value of a field is parsed, if its kind does not determine that: a record by its name, or lines such as `1=ok`. */
interface Reading<R extends Typed> {
  /** such as <line=result>; if missing, there is no option, and the value is derived from other options */
  readonly argument?: string
  /** the option can be repeated: `typed` then contains all values */
  readonly several?: true
  /** the value to send; undefined if nothing was typed and the default applies. `given` contains everything typed, by flag */
  readonly value: (
    typed: ReadonlyArray<string>,
    about: { readonly command: Command; readonly row: R["Row"] | undefined; readonly given: Readonly<Record<string, string | undefined>> },
  ) => unknown
}

interface CommandWords<R extends Typed, K extends Names<R>> extends Described {
  /** the fields given as positional arguments, in this order */
  readonly arguments?: ReadonlyArray<InputsOf<R, K>>
  /** by flag */
  readonly switches?: Readonly<Record<string, Switch<InputsOf<R, K>>>>
  /** options that are not fields: their values are for `reads`, `question` and `--dry-run` */
  readonly options?: ReadonlyArray<Option>
  /** the fields that must be given although the call does not require them, such as the reason of a rejection */
  readonly required?: ReadonlyArray<InputsOf<R, K>>
  /** it is performed without confirmation */
  readonly immediate?: true
  /** flags that differ from the field's label: `{ staffCount: "staff" }` */
  readonly flags?: { readonly [F in InputsOf<R, K>]?: string }
  /** fields whose value is parsed in a special way */
  readonly reads?: { readonly [F in InputsOf<R, K>]?: Reading<R> }
  /** a suggested next command for the resulting record, printed below it */
  readonly next?: (row: R["Row"]) => string | undefined
  /** descriptions of flags that neither the label nor the kind explains: `{ staffCount: "number of people on site" }` */
  readonly meanings?: { readonly [F in InputsOf<R, K>]?: string }
  /** the confirmation question, if the name and amount of the record are not enough; for a new record, `given` contains what was typed */
  readonly question?: (row: R["Row"], given: Readonly<Record<string, string>>) => string
  /** the value sent for a required field that was not given */
  readonly defaults?: { readonly [F in InputsOf<R, K>]?: string }
  /** converts the typed text of a field to its value: a vendor's name to its id */
  readonly named?: { readonly [F in InputsOf<R, K>]?: Named }
  /** prints a note before the confirmation, such as the date on which it will be posted */
  readonly note?: (command: Command, row: R["Row"], payload: Readonly<Record<string, unknown>>) => Promise<void>
}

type Tables = Parameters<typeof printWith>[3]
export interface ResourceCommands<R extends Typed> {
  readonly screen: Screen<R>
  readonly api: () => Promise<R["api"]>
  /**
   * the command above its commands, if it is not the plural of its noun: `leave` for leave requests, or `journal drafts` with `journal` as `program`
   */
  readonly name?: string
  /** the parent command as shown in messages and examples: `petty-cash` for its floats */
  readonly under?: string
  /** the name of the list command, if it is not `list` */
  readonly listVerb?: string
  /** the command to which these are added, if they are not under a name of their own */
  readonly parent?: Command
  /** what the records are, such as "daily expenses by site"; by default their noun */
  readonly description?: string
  readonly list?: Described & {
    /** flags of filters that differ from the field's label: `{ paymentMethod: "method" }` */
    readonly flags?: Readonly<Record<string, string>>
    /** default values of filters whose flag is not given: `{ status: "active,suspended" }` */
    readonly defaults?: Readonly<Record<string, string>>
    /** converts the typed text of a filter to its value: a vendor's name to its id */
    readonly named?: Readonly<Record<string, Named>>
    /** by filter, words shown in a table that are found by other filters: `{ status: { "to approve": { waiting: "true" } } }` */
    readonly words?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
    /** by flag; they replace the filters that they set, except those with several words to choose from */
    readonly switches?: Readonly<Record<string, Switch<string>>>
    /** a suggested next command for a row; the first one found is printed below the list */
    readonly next?: (row: R["Row"]) => string | undefined
  }
  readonly show?: Described & {
    /** tables of its parts, printed below it */
    readonly tables?: (row: R["Row"], command: Command) => Tables | Promise<Tables>
  }
  /** additional fields of a row shown in tables */
  readonly shown?: (row: R["Row"]) => object
  /** overrides of columns: their priority on a narrow screen, substitutes, and titles of details */
  readonly columns?: { readonly [K in keyof R["Row"] & string]?: Partial<TableColumn> }
  /** additions to the declarations of commands */
  readonly commands?: { readonly [K in Names<R>]?: CommandWords<R, K> }
  /** commands that are added by hand, or not at all */
  readonly byHand?: ReadonlyArray<Names<R>>
  /** finds one record by what was typed, if its number and its id are not all that people type */
  readonly find?: (name: string, command: Command) => Promise<R["Row"]>
  /** resolves a typed site to its id, if the records belong to sites */
  readonly siteNamed?: (call: Call, command: Command, name: string) => Promise<number>
}

/** The flag of a field: its label without a leading noun, so that the date of a daily expense is --date. */
const flagFor = ({ name, label, kind }: InputField, noun: string): string => {
  if (kind === "site") return "site"
  if (name === "overrideReason") return "override"
  const [first = "", ...rest] = label.toLowerCase().split(" ")
  const words = rest.length > 0 && first === noun.split(" ").at(-1) ? rest : [first, ...rest]
  return words.join("-").replace(kind === "files" ? /s$/ : /$^/, "")
}
/** The description of a flag. */
const meaningFor = ({ name, label, kind, required, pictures }: InputField): string => {
  if (kind === "site") return "which site: its code, name or id"
  if (kind === "files") return `${pictures ? "photos: " : "attachments: PDF, "}JPEG, PNG or WEBP, 5 MB each at most`
  if (kind === "date" && required) return "the day; today if not given"
  if (name === "overrideReason") return "level 10: reason to decide on your own record"
  if (name === "reason") return "why; it stays in the history"
  return label.charAt(0).toLowerCase() + label.slice(1)
}
/** Whether it must be given: a date defaults to today, and omitted fields of a partial change stay unchanged. */
const isNeeded = ({ required, partial, kind }: InputField) => required && !partial && kind !== "date"
/** The priority of a list column on a narrow screen: 0 is dropped last. */
const priorityOf = ({ title, amount, hidden, number }: ScreenParts, key: string): number => {
  if (key === "id") return number === undefined ? 0 : 3
  if (hidden.includes(key)) return 3
  return title.includes(key) || key === number || key === amount?.field || key === "status" ? 0 : 2
}

/** Kinds that cannot be typed unless a command declares how. */
const untypable: ReadonlySet<InputField["kind"]> = new Set<InputField["kind"]>(["parts", "file", "instant", "json"])

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** The values set by the given switches. */
const valuesOf = (switches: ReadonlyArray<readonly [flag: string, of: Switch<string>]>, given: Readonly<Record<string, unknown>>) =>
  Object.assign({}, ...switches.map(([flag, { gives }]) => (given[optionOf(flag)] === undefined ? {} : gives))) as Switch<string>["gives"]
const optionOf = (flag: string) => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The placeholder of an option's argument, by the kind of its field. */
const argumentOf = ({ kind }: InputField): string => {
  switch (kind) {
    case "money":
    case "rate":
    case "quantity":
    case "days":
      return "<decimal>"
    case "whole":
      return "<count>"
    case "date":
    case "birthDate":
      return "<date>"
    case "choice":
      return "<word>"
    case "files":
      return "<files...>"
    case "site":
      return "<code>"
    case "ref":
      return "<id>"
    default:
      return "<text>"
  }
}

/** A sample value for a field. */
const sampleOf = ({ kind, label, words = [] }: InputField): string => {
  switch (kind) {
    case "money":
    case "rate":
      return "120.50"
    case "quantity":
      return "12.5"
    case "days":
      return "2.5"
    case "whole":
      return "3"
    case "date":
      return "2026-11-20"
    case "birthDate":
      return "1990-04-12"
    case "choice":
      return words[0] ?? ""
    case "files":
      return "slip.jpg"
    case "site":
      return "US"
    case "ref":
      return "1"
    default:
      return `"${label}"`
  }
}

/** Kinds of which empty text is no value: it clears an optional field. */
const numeric: ReadonlySet<InputField["kind"]> = new Set<InputField["kind"]>(["money", "percent", "rate", "quantity", "days", "whole", "ref"])

/** Converts the typed text of a field for the call. Throws `Exit` for invalid text. */
const typed = async ({ kind, required }: InputField, called: string, text: string): Promise<unknown> => {
  if (text === "" && !required && numeric.has(kind)) return null
  if (kind === "money" || kind === "percent" || kind === "rate") return centsOf(called, text)
  if (kind === "quantity") return thousandthsOf(called, text)
  if (kind === "days") return daysOf(called, text)
  if (kind !== "whole" && kind !== "ref") return text
  if (!/^\d{1,9}$/.test(text)) throw new Exit("usage", `${called} cannot be "${text}".`, { next: "Give a whole number." })
  return Number(text)
}

/** The parent command of a resource's commands, and how to name one record there: by its number, or its id. */
const namesOf = ({ noun: [one, several], number }: ScreenParts, name = several.replaceAll(" ", "-")) => ({
  own: name,
  argument: number === undefined ? "<id>" : `<${one.split(" ").at(-1)}>`,
  numberOf: (row: object) => (number === undefined ? undefined : String((row as Readonly<Record<string, unknown>>)[number])),
})

/** The calls of a resource, untyped; the types are in its declaration. */
const asking =
  <R extends Typed>(call: Call, { screen, api }: Pick<ResourceCommands<R>, "screen" | "api">) =>
  async (command: Command, use: (calls: any) => any): Promise<any> =>
    call(command, (await api()) as Parameters<Call>[1], (client: any) => use(client[screen.name]))

/** Finds a record by id or by its document number, including records that the list leaves out by default. */
export const finderOf = <R extends Typed>(call: Call, of: Pick<ResourceCommands<R>, "screen" | "api" | "listVerb" | "name" | "under">) => {
  const { noun, number, filters, series } = of.screen
  const { own, numberOf } = namesOf(of.screen, of.name)
  const ask = asking(call, of)
  return async (name: string, command: Command): Promise<R["Row"]> => {
    if (/^[1-9]\d*$/.test(name)) return ask(command, (calls) => calls.one({ params: { id: Number(name) } }))
    const next = `ops ${[of.under, own].filter(Boolean).join(" ")} ${of.listVerb ?? "list"} shows them.`
    if (number === undefined) throw new Exit("usage", `"${name}" is not an id.`, { next })
    if (series !== undefined && !name.toUpperCase().startsWith(`${series}-`)) {
      throw new Exit("usage", `"${name}" is neither the number nor the id of ${withArticle(noun[0])}.`, { next })
    }
    const everything = Object.fromEntries(filters.flatMap((filter) => (filter.usual === undefined ? [] : [[filter.name, ""]])))
    const rows: ReadonlyArray<R["Row"] & object> = await ask(command, (calls) => calls.list({ query: { ...everything, q: name, limit: "1000" } }))
    const found = rows.find((row) => numberOf(row)?.toLowerCase() === name.toLowerCase())
    if (found) return found
    throw new Exit("refused", `There is no ${noun[0]} ${name} that you may see.`, { next })
  }
}

/** Adds the commands of a resource under the plural of its noun: `daily-expenses list`. Returns helpers for adding more commands to it. */
export const addResourceCommands = <R extends Typed>(program: Command, call: Call, of: ResourceCommands<R>) => {
  const { screen, siteNamed } = of
  const [one, several] = screen.noun
  const { own, argument, numberOf } = namesOf(screen, of.name)
  const seen = (row: R["Row"]): object => ({ ...row, ...of.shown?.(row) })
  const parent = (of.parent ?? program.command(own.split(" ").at(-1)!)).description(of.description ?? several)
  const at = [of.under, own].filter(Boolean).join(" ")
  const all: ReadonlyArray<TableColumn> = screen.columns.some(({ key }) => key === "id")
    ? screen.columns
    : [{ key: "id", title: "Id", kind: "integer" }, ...screen.columns]
  const listed = all.map((column): TableColumn => {
    const { title = column.title } = of.columns?.[column.key as keyof typeof of.columns] ?? {}
    return { ...column, title }
  })
  const shown = (columns: ReadonlyArray<TableColumn>) =>
    columns.map((column) => ({
      ...column,
      ...(column.key === "siteName" && { key: "siteCode" }),
      priority: priorityOf(screen, column.key),
      ...of.columns?.[column.key as keyof typeof of.columns],
    }))
  /** "transaction TXN-2026-00012: USD 45.00", as used in confirmation questions. */
  const named = (row: object): string => {
    const fields = row as Readonly<Record<string, unknown>>
    const amount = screen.amount ? `: ${[textOf(fields["currency"]), textOf(fields[screen.amount.field])].join(" ").trim()}` : ""
    return `${screen.called} ${screen.title.map((field) => textOf(fields[field])).join(screen.between)}${amount}`
  }
  const files = screen.files.map((field) => ({ ...field, kind: "text" as const }))
  const details = [...screen.details, ...files]
    .filter(({ key }) => !listed.some((column) => column.key === key))
    .map((column) => ({ ...column, ...of.columns?.[column.key as keyof typeof of.columns] }))
  const columns = [...listed, ...details].map((column) => {
    const { key = column.key } = of.columns?.[column.key as keyof typeof of.columns] ?? {}
    return { ...column, key, ...(column.kind === "text" && { priority: 1 }) }
  })
  const ask = asking(call, of)
  const find = of.find ?? finderOf(call, of)

  const sample = screen.series === undefined ? "12" : `${screen.series}-2026-00012`
  const list = parent.command(of.listVerb ?? "list").description(of.list?.description ?? `list the ${several}${screen.latestFirst ? ", the newest first" : ""}`)
  if (screen.isDated) dayOptions(list)
  if (screen.hasSite) listOptions(list)
  else plainListOptions(list)
  const switches = Object.entries(of.list?.switches ?? {})
  const switched = switches.flatMap(([, { gives }]) => Object.keys(gives))
  const filters = screen.filters
    .filter(({ name, kind }) => !switched.includes(name) || kind === "choice")
    .map((field) => ({ ...field, flag: of.list?.flags?.[field.name] ?? flagFor(field, one) }))
  for (const { words, flag, name } of filters) {
    const meaning = `${words ? words.join(", ").replace(/, ([^,]*)$/, " or $1") : "one of these"}; several with commas`
    list.option(`--${flag} <words>`, meaning, of.list?.defaults?.[name])
  }
  for (const [flag, { meaning }] of switches) list.option(`--${flag}`, meaning)
  addExamples(
    list.action(async (given: Paging & Readonly<Record<string, string | undefined>>, command: Command) => {
      const { limit, all, site, from, to, q, sort } = given
      const siteId = site === undefined || !siteNamed ? undefined : String(await siteNamed(call, command, site))
      const chosen: Record<string, string | undefined> = {}
      for (const { name, flag } of filters) {
        const text = given[optionOf(flag)]
        const others = text === undefined ? undefined : of.list?.words?.[name]?.[text]
        if (others) {
          Object.assign(chosen, others)
          continue
        }
        const named = of.list?.named?.[name]
        chosen[name] = text === undefined || named === undefined ? text : String(await named(call, command, text))
      }
      const query = { from, to, q, sort, siteId, ...chosen, ...valuesOf(switches, given) }
      const page = (page: object) => ask(command, (calls) => calls.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" }))
      const rows = await printList<R["Row"]>(command, { limit, all }, shown(listed), page, seen)
      const next = of.list?.next && rows.map(of.list.next).find((line) => line !== undefined)
      if (next !== undefined) (await import("./output.ts")).printNext(next)
    }),
    of.list?.examples ?? [
      // a filter without words to choose from has no value that is right on every installation
      ...filters
        .slice(0, 1)
        .flatMap(({ flag, words: [word] = [] }) =>
          word === undefined ? [] : [{ line: `ops ${at} list --${flag} ${word}`, does: `only those whose ${flag.replaceAll("-", " ")} is ${word}` }],
        ),
      screen.isDated
        ? { line: `ops ${at} list --from 2026-10-01 --to 2026-10-31`, does: "those of October" }
        : { line: `ops ${at} list --q nile`, does: "those with this text" },
    ],
  )

  addExamples(
    parent
      .command(`${of.show?.verb ?? "show"} ${argument}`)
      .description(of.show?.description ?? `one ${one}${screen.hasHistory ? " with its history" : ""}`)
      .action(async (name: string, _: object, command: Command) => {
        const row = await find(name, command)
        const tables = (await of.show?.tables?.(row, command)) ?? {}
        if (!screen.hasHistory) return printWith(command, seen(row), columns, tables)
        // its history may be restricted to fewer people
        const history = await ask(command, (calls) => calls.history({ params: { id: (row as AnyRow & R["Row"]).id } })).catch((rejection) => {
          if (rejection?.status === 403) return undefined
          throw rejection
        })
        await printWith(command, seen(row), columns, { ...tables, ...(history && { history: [history, historyColumns] as const }) })
      }),
    of.show?.examples ?? [
      { line: `ops ${at} show ${sample}`, does: screen.number === undefined ? "by its id" : "by its number" },
      { line: `ops ${at} show 12 -o json`, does: "by its id, for a program" },
    ],
  )

  const spoken: Readonly<Record<string, CommandWords<R, Names<R>> | undefined>> = of.commands ?? {}
  const examples = (
    verb: string,
    isNew: boolean,
    isImmediate: boolean,
    parts: ReadonlyArray<{ readonly field: InputField; readonly flag: string }>,
  ): ReadonlyArray<Example> => {
    const needed = parts.filter(({ field }) => isNeeded(field)).map(({ field, flag }) => `--${flag} ${sampleOf(field)}`)
    const line = ["ops", at, verb, ...(isNew ? [] : [sample]), ...needed].join(" ")
    if (isImmediate) return [{ line, does: "at once" }]
    const does = "asks first"
    return [{ line, does }, isNew ? { line: `${line} --yes`, does: "without asking" } : { line: `${line} --dry-run`, does: "whether it is allowed" }]
  }
  for (const [name, { summary, fields, isNew, erases, versioned, idIn }] of Object.entries<CommandScreen>(screen.commands)) {
    // people are always erased by a command of `ops people`
    if (erases || of.byHand?.includes(name as Names<R>)) continue
    const words = spoken[name] ?? {}
    const own = words.flags as Readonly<Record<string, string>> | undefined
    const bare: ReadonlyArray<string> = words.arguments ?? []
    const required: ReadonlyArray<string> = words.required ?? []
    const resolved = words.named as Readonly<Record<string, Named>> | undefined
    const reading = words.reads as Readonly<Record<string, Reading<R> | undefined>> | undefined
    // lines are for forms and programs only, unless they can be parsed from words
    const parts = fields
      .filter(({ kind, name }) => kind !== "parts" || reading?.[name] !== undefined)
      .map((field) => {
        const flag = own?.[field.name] ?? flagFor(field, one)
        const isBare = bare.includes(field.name)
        const reads = reading?.[field.name]
        const meaning = (words.meanings as Readonly<Record<string, string>> | undefined)?.[field.name] ?? meaningFor(field)
        return { field, flag, isBare, reads, meaning, called: isBare ? `The ${field.label.toLowerCase()}` : `--${flag}` }
      })
    const switches = Object.entries<Switch<string>>(words.switches ?? {})
    const verb = words.verb ?? dashed(name)
    const isPartly = fields.length > 0 && fields.every(({ partial }) => partial === true)
    const adding = parent.command(isNew ? verb : `${verb} ${argument}`).description(words.description ?? summary.charAt(0).toLowerCase() + summary.slice(1))
    const untyped = bare.flatMap((name) => parts.filter(({ field }) => field.name === name))
    for (const { field, flag, meaning } of untyped) {
      const argument = new Argument(`<${flag}>`, meaning)
      adding.addArgument(field.words ? argument.choices(field.words) : argument)
    }
    for (const { field, flag, isBare, reads, meaning } of parts) {
      if (isBare) continue
      if (reads) {
        if (reads.argument === undefined) continue
        const option = new Option(`--${flag} ${reads.argument}`, meaning)
        if (field.words) option.choices(field.words)
        adding.addOption(reads.several ? option.argParser((word: string, before?: ReadonlyArray<string>) => [...(before ?? []), word]) : option)
        continue
      }
      if (untypable.has(field.kind)) continue
      const option = new Option(field.kind === "flag" ? `--${flag}` : `--${flag} ${argumentOf(field)}`, meaning)
      if (field.words) option.choices(field.words)
      const standing = (words.defaults as Readonly<Record<string, string>> | undefined)?.[field.name] ?? field.default
      if (typeof standing === "string" && standing !== "") option.default(standing)
      else if (isNeeded(field) || required.includes(field.name)) option.makeOptionMandatory()
      adding.addOption(option)
    }
    for (const [flag, { meaning }] of switches) adding.option(`--${flag}`, meaning)
    for (const option of words.options ?? []) adding.addOption(option)
    /** The payload from the typed values; files are uploaded only after confirmation. */
    const payloadOf = async (given: Readonly<Record<string, string>>, command: Command, row: R["Row"] | undefined) => {
      const payload: Record<string, unknown> = {}
      for (const { field, flag, reads, called } of parts) {
        const text = given[optionOf(flag)]
        if (field.kind === "files") continue
        const named = resolved?.[field.name]
        if (reads) payload[field.name] = await reads.value(text === undefined ? [] : [text].flat(), { command, row, given })
        else if (named !== undefined && text !== undefined) payload[field.name] = await named(call, command, text)
        else if (field.kind === "site" && text !== undefined && siteNamed) payload[field.name] = await siteNamed(call, command, text)
        else if (text !== undefined) payload[field.name] = await typed(field, called, text)
        else if (field.required && !field.partial && field.kind === "date") payload[field.name] = (await import("../calendar.ts")).dateOf(new Date())
      }
      return { ...payload, ...valuesOf(switches, given) }
    }
    const withFiles = async (given: Readonly<Record<string, unknown>>, command: Command, payload: object) => {
      const sent: Record<string, unknown> = { ...payload }
      for (const { field, flag } of parts) {
        if (field.kind === "files") sent[field.name] = await attach(call, command, given[optionOf(flag)] as ReadonlyArray<string> | undefined)
      }
      return sent
    }
    const work = async (given: Deciding & Readonly<Record<string, any>>, command: Command, found: R["Row"] | undefined) => {
      const row = found as (AnyRow & R["Row"]) | undefined
      const payload = await payloadOf(given, command, found)
      if (isPartly && Object.values(payload).every((value) => value === undefined))
        throw new Exit("usage", "There is nothing to change.", { next: `ops ${at} ${verb} --help` })
      await words.note?.(command, (row ?? payload) as R["Row"], payload)
      let next: string | undefined
      const send = async () => {
        const body = await withFiles(given, command, {
          ...payload,
          ...(versioned && row && { version: row.version }),
          ...(idIn !== undefined && row && { [idIn]: row.id }),
        })
        const made = await ask(command, (calls) => calls[name]({ payload: body, ...(row !== undefined && { params: { id: row.id } }) }))
        next = words.next?.(made)
        return seen(made)
      }
      const printNext = async () => {
        if (next !== undefined) (await import("./output.ts")).printNext(next)
      }
      if (words.immediate) {
        await (await import("./output.ts")).print(await send(), { ...commonOptions(command), columns })
        return printNext()
      }
      const refused = row?.cannot[name]
      const isOverridden = screen.commands[name]!.overrides && row?.canOverride === true && payload["overrideReason"] !== undefined
      // if its decision depends on the input, only the field of the row shows it
      const isOffered = row === undefined || (row as Readonly<Record<string, unknown>>)[canOf(name)] !== false
      const possible = (refused === undefined && isOffered) || isOverridden
      const about = {
        question: words.question?.((row ?? payload) as R["Row"], given) ?? `${inWords(name)} ${row === undefined ? screen.called : named(row)}?`,
        possible,
        ...(!possible && refused !== undefined && { why: refused }),
        name: row === undefined ? "" : (numberOf(row) ?? `${one} ${row.id}`),
        columns,
      }
      await decide(command, given, about, send)
      return printNext()
    }
    if (!words.immediate) void (isNew ? adding.option("--yes", "do not ask") : decidable(adding))
    addExamples(
      adding.action((...typed: ReadonlyArray<unknown>) => {
        const [options, command] = typed.slice(-2) as [Deciding & Readonly<Record<string, any>>, Command]
        const [first, ...rest] = isNew ? [undefined, ...typed] : typed
        const given = { ...options, ...Object.fromEntries(untyped.map(({ flag }, n) => [optionOf(flag), rest[n]])) }
        return isNew ? work(given, command, undefined) : find(String(first), command).then((row) => work(given, command, row))
      }),
      words.examples ?? examples(verb, isNew, words.immediate === true, parts),
    )
  }
  return { parent, columns, find, ask }
}
