/**
 * What a browser and the terminal need to know of a resource, as plain data. A module's `screen.ts` is turned into that data when the web
 * app and `ops` are built (platform/screen-build.ts), so that neither loads a schema.
 */
import type { Permission } from "../../access/levels.ts"
import type { Column as TableColumn } from "../../lists/column.ts"
import type { DeclaredCommand } from "../../records/command.ts"
import { describedAs, type FieldKind, labelIn } from "../../records/field.ts"
import type { RecordKind } from "../../records/record.ts"
import { inWords, verbForms } from "../../text.ts"
import { importOf } from "../../imports/importable.ts"
import { type InputField, type ValueNames, fieldOf, inputFieldsOf } from "./input-fields.ts"
import { type AnyResource, type Exposed, pathOn, takesOverride } from "./resource.ts"

export type { InputField } from "./input-fields.ts"

/** A filter of a list. */
interface FilterField extends InputField {
  /** what holds while it is not asked for */
  readonly usual?: string
}
export interface CommandScreen<Name extends string = string> {
  /** what it does, in one line */
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly isNew: boolean
  /** it erases personal data, which is asked for in a way of its own */
  readonly erases: boolean
  readonly versioned: boolean
  /** the field of the payload that names the record, where the path does not */
  readonly idIn?: string
  readonly fields: ReadonlyArray<InputField<Name>>
  /** any of these permissions; none where everyone who is signed in may */
  readonly may: ReadonlyArray<Permission>
  /** it takes the reason for which a rule about who decides is overridden */
  readonly overrides: boolean
  readonly words: Required<Omit<CommandWords, Unmade>> & Pick<CommandWords, Unmade>
}
/** The words that follow from nothing. */
type Unmade = "ask" | "confirm" | "title" | "reason" | "note"
/** What people read of a command. Most of it follows from its name: approve → "Approve", "Request approved", "Failed to approve request". */
export interface CommandWords {
  readonly button?: string
  /** danger where it takes something away; primary where it is what most people open the record for */
  readonly kind?: "plain" | "primary" | "danger"
  /** asked first: what follows, in a sentence or two. Without it, and without a reason to be given, one click decides */
  readonly ask?: string
  /** what stands on the button of the question; by default the same */
  readonly confirm?: string
  /** the title of that question, where what is done and the name of the record do not do */
  readonly title?: string
  /** its reason need not be given */
  readonly reason?: "optional"
  /** what the reason, or the note, is called in it */
  readonly note?: string
  /** what is said once it is done (`:name` stands for the record), and where the server gives no reason for a failure */
  readonly done?: string
  readonly failed?: string
  /** what stands on the button meanwhile */
  readonly pending?: string
}
type RowKey<R> = R extends { readonly Row: infer Row } ? keyof Row & string : string
/** What the screens and the terminal say of a resource beyond its declaration. */
export interface ScreenWords<R extends AnyResource> {
  /** one of them, several of them, where people say it shorter than the documentation */
  readonly noun?: readonly [one: string, several: string]
  /** the fields that name one, joined by commas; by default its number, else its id */
  readonly title?: ReadonlyArray<RowKey<R>>
  /** what stands between the fields of the title; a comma and a blank unless given */
  readonly between?: string
  /** what one is called in a sentence, where the noun does not do: "daily expenses" of one day */
  readonly called?: string
  /** the amount that one is about, and the figure by which the server explains it */
  readonly amount?: { readonly field: RowKey<R>; readonly figure?: string }
  /** the columns of a list and their order, where an export has others */
  readonly columns?: ReadonlyArray<RowKey<R>>
  /** columns that a list shows only when a person asks for them; in the terminal they give way first */
  readonly hidden?: ReadonlyArray<RowKey<R>>
  /** what a phone shows of one below its title */
  readonly card?: ReadonlyArray<RowKey<R>>
  readonly commands?: { readonly [K in keyof R["commands"]]?: CommandWords }
}
type InputNames<E> = E extends Exposed<infer C> ? (C extends DeclaredCommand<infer F> ? Exclude<keyof F & string, "id"> : string) : string

/** What every screen has, whatever its resource. */
export interface ScreenParts {
  readonly noun: readonly [one: string, several: string]
  /** the field by which people know one, such as its document number */
  readonly number?: string
  /** the series of that number, such as PR */
  readonly series?: string
  readonly columns: ReadonlyArray<TableColumn>
  /** the facts of one record, in the order in which they are shown */
  readonly details: ReadonlyArray<TableColumn>
  /** the fields that hold one of a few words, such as bank_transfer */
  readonly choices: ReadonlyArray<string>
  /** the fields that hold an e-mail address */
  readonly emails: ReadonlyArray<string>
  /** by field, what people read for single values where the word itself does not do */
  readonly names: Readonly<Record<string, ValueNames>>
  /** the fields that hold attached files, with their titles */
  readonly files: ReadonlyArray<{ readonly key: string; readonly title: string }>
  readonly sorts: ReadonlyArray<string>
  readonly filters: ReadonlyArray<FilterField>
  /** each belongs to a site */
  readonly hasSite: boolean
  /** the list can be asked for days */
  readonly isDated: boolean
  readonly hasHistory: boolean
  /** who reads the history, where those are fewer than read the record */
  readonly mayReadHistory: ReadonlyArray<Permission>
  /** the latest come first */
  readonly latestFirst: boolean
  readonly title: ReadonlyArray<string>
  readonly between: string
  readonly called: string
  readonly amount?: { readonly field: string; readonly figure?: string }
  readonly hidden: ReadonlyArray<string>
  readonly card: ReadonlyArray<string>
  /** under which name they can be imported from a file, and who may */
  readonly imports?: { readonly what: string; readonly may: ReadonlyArray<Permission> }
}
export interface Screen<R extends AnyResource = AnyResource> extends ScreenParts {
  readonly name: R["name"]
  readonly path: R["path"]
  readonly commands: { readonly [K in keyof R["commands"]]: CommandScreen<InputNames<R["commands"][K]>> }
}

const wordsOf = (name: string, called: string, isNew: boolean, given: CommandWords = {}): CommandScreen["words"] => {
  const verb = inWords(name)
  const { past, ing } = verbForms(verb)
  return {
    button: isNew ? `${verb} ${called}` : verb,
    kind: isNew ? "primary" : "plain",
    done: `${called.charAt(0).toUpperCase()}${called.slice(1)} ${past}`,
    failed: `Failed to ${verb.toLowerCase()} ${called}`,
    pending: `${ing}...`,
    ...given,
  }
}

/** Who may give a command; none where everyone who is signed in may. */
const mayOf = ({ access: { may } }: Exposed): ReadonlyArray<Permission> => (typeof may === "string" ? [] : may)

/** The screen of a resource: `export const screen = screenOf(vendors, { title: ["name"] })`. */
export const screenOf = <R extends AnyResource>(resource: R, words: ScreenWords<R> = {}): Screen<R> => {
  const { schemas } = resource.stream.record as RecordKind
  const { series } = describedAs(schemas[resource.number ?? ""])
  const ofKind = (kind: FieldKind) => Object.keys(schemas).filter((name) => describedAs(schemas[name]).kind === kind)
  const imports = importOf(resource)
  const { noun = resource.noun, called = noun[0], title = [resource.number ?? "id"], between = ", ", amount, hidden = [], card = [] } = words
  return {
    name: resource.name,
    path: resource.path,
    noun,
    ...(resource.number !== undefined && { number: resource.number, ...(series !== undefined && { series }) }),
    columns: words.columns?.flatMap((name) => resource.columns.filter(({ key }) => key === name)) ?? resource.columns,
    details: resource.details,
    choices: ofKind("choice"),
    emails: ofKind("email"),
    names: Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) => {
        const { names } = describedAs(schema)
        return names ? [[name, names]] : []
      }),
    ),
    files: resource.files.map((key) => ({ key, title: labelIn(schemas, key) })),
    sorts: resource.sorts,
    hasSite: resource.hasSite,
    isDated: resource.isDated,
    hasHistory: resource.hasHistory,
    mayReadHistory: resource.mayReadHistory,
    latestFirst: resource.latestFirst,
    filters: resource.filters.flatMap(({ name, field: of, usual, words, names, label, unshown }) => {
      if (unshown) return []
      const about: InputField = of === undefined ? { name, label: name, kind: "line", required: false } : fieldOf(schemas, of, {})
      const field = { ...about, ...(words && { words }), ...(names && { names }), ...(label !== undefined && { label }) }
      const yesOrNo = field.kind === "flag" && { words: ["true", "false"], names: { true: "Yes", false: "No", ...field.names } }
      return { ...field, ...yesOrNo, name, ...(usual !== undefined && { usual }) }
    }),
    title,
    between,
    called,
    ...(amount && { amount }),
    hidden,
    card,
    ...(imports && { imports: { what: imports.what, may: mayOf(imports.exposed) } }),
    commands: Object.fromEntries(
      Object.entries(resource.commands).map(([name, exposed]) => {
        const { command, method, isNew, erases = false, versioned = false, path = name, idIn } = exposed
        const at = isNew ? resource.path : pathOn(resource.path, path, exposed)
        return [
          name,
          {
            summary: command.summary,
            method,
            path: at,
            isNew,
            erases,
            versioned,
            ...(idIn !== undefined && { idIn }),
            fields: inputFieldsOf(command),
            may: mayOf(exposed),
            overrides: takesOverride(exposed),
            words: wordsOf(name, called, isNew, words.commands?.[name]),
          },
        ]
      }),
    ) as unknown as Screen<R>["commands"],
  }
}
