/**
 * The description of a resource for the browser and the terminal, as plain data. A module's `screen.ts` is turned into that data when the web app and
 * `ops` are built (platform/build/screens.ts), so that neither loads a schema.
 */
import type { Permission } from "../../access/levels.ts"
import type { Column as TableColumn } from "../../lists/column.ts"
import type { DeclaredCommand } from "../../records/command.ts"
import { describedAs, type FieldKind, labelIn } from "../../records/field.ts"
import type { RecordKind } from "../../records/record.ts"
import { capitalised, inWords, verbForms } from "../../text.ts"
import { importOf } from "../../imports/importable.ts"
import { type InputField, type ValueNames, fieldOf, inputFieldsOf } from "./input-fields.ts"
import { type AnyResource, type Exposed, pathOn, takesOverride } from "./resource.ts"

export type { InputField } from "./input-fields.ts"

/** A filter of a list. */
interface FilterField extends InputField {
  /** the default value */
  readonly usual?: string
}
export interface CommandScreen<Name extends string = string> {
  /** what it does, in one line */
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly isNew: boolean
  /** it erases personal data, which has its own confirmation dialog */
  readonly erases: boolean
  readonly versioned: boolean
  /** the payload field that identifies the record, if the path does not */
  readonly idIn?: string
  readonly fields: ReadonlyArray<InputField<Name>>
  /** any one of these permissions suffices; empty if every signed-in person may */
  readonly may: ReadonlyArray<Permission>
  /** it takes a reason for overriding a rule about who may decide */
  readonly overrides: boolean
  readonly words: Required<Omit<CommandWords, Unmade>> & Pick<CommandWords, Unmade>
}
/** The texts that have no default. */
type Unmade = "ask" | "confirm" | "title" | "reason" | "note"
/** The texts of a command. Most are derived from its name: approve → "Approve", "Request approved", "Failed to approve request". */
export interface CommandWords {
  readonly button?: string
  /** danger for destructive commands; primary for the main reason to open the record */
  readonly kind?: "plain" | "primary" | "danger"
  /** confirmation question: the consequences, in a sentence or two. Without it, and without a reason to enter, a single click is enough */
  readonly ask?: string
  /** the label of the confirm button; by default the same */
  readonly confirm?: string
  /** the title of the confirmation, if the action and the name of the record are not suitable */
  readonly title?: string
  /** its reason may be omitted */
  readonly reason?: "optional"
  /** the label of the reason, or of the note */
  readonly note?: string
  /** the success message (`:name` stands for the record), and the message for a failure without a reason from the server */
  readonly done?: string
  readonly failed?: string
  /** the label of the button meanwhile */
  readonly pending?: string
}
type RowKey<R> = R extends { readonly Row: infer Row } ? keyof Row & string : string
/** Texts and settings of screens and the terminal that a resource's declaration does not provide. */
export interface ScreenWords<R extends AnyResource> {
  /** singular and plural, if shorter names are used than in the documentation */
  readonly noun?: readonly [one: string, several: string]
  /** the fields that form a record's title, joined by commas; by default its number, otherwise its id */
  readonly title?: ReadonlyArray<RowKey<R>>
  /** the separator between the fields of the title; by default a comma and a space */
  readonly between?: string
  /** the name of a record within sentences, if the noun is not suitable: "daily expenses" of one day */
  readonly called?: string
  /** the main amount of a record, and the figure by which the server explains it */
  readonly amount?: { readonly field: RowKey<R>; readonly figure?: string }
  /** the list can be filtered by site, although its records belong to none */
  readonly bySite?: true
  /** the columns of a list in order, if they differ from an export's */
  readonly columns?: ReadonlyArray<RowKey<R>>
  /** columns that a list shows only on request; in the terminal they are dropped first */
  readonly hidden?: ReadonlyArray<RowKey<R>>
  /** the fields that a phone shows below a record's title */
  readonly card?: ReadonlyArray<RowKey<R>>
  readonly commands?: { readonly [K in keyof R["commands"]]?: CommandWords }
}
type InputNames<E> = E extends Exposed<infer C> ? (C extends DeclaredCommand<infer F> ? Exclude<keyof F & string, "id"> : string) : string

/** The parts that every screen has. */
export interface ScreenParts {
  readonly noun: readonly [one: string, several: string]
  /** the field that identifies a record to users, such as its document number */
  readonly number?: string
  /** the series of that number, such as PR */
  readonly series?: string
  readonly columns: ReadonlyArray<TableColumn>
  /** the fields shown for a single record, in display order */
  readonly details: ReadonlyArray<TableColumn>
  /** the fields with a choice of values, such as bank_transfer */
  readonly choices: ReadonlyArray<string>
  /** the fields that contain an e-mail address */
  readonly emails: ReadonlyArray<string>
  /** display names for individual values that are not self-explanatory, by field */
  readonly names: Readonly<Record<string, ValueNames>>
  /** the fields that contain attached files, with their titles */
  readonly files: ReadonlyArray<{ readonly key: string; readonly title: string }>
  readonly sorts: ReadonlyArray<string>
  readonly filters: ReadonlyArray<FilterField>
  /** the list can be filtered by site */
  readonly hasSite: boolean
  /** the list can be filtered by date */
  readonly isDated: boolean
  readonly hasHistory: boolean
  /** who may read the history, if fewer people than may read the record */
  readonly mayReadHistory: ReadonlyArray<Permission>
  /** newest first */
  readonly latestFirst: boolean
  readonly title: ReadonlyArray<string>
  readonly between: string
  readonly called: string
  readonly amount?: { readonly field: string; readonly figure?: string }
  readonly hidden: ReadonlyArray<string>
  readonly card: ReadonlyArray<string>
  /** the name under which they can be imported from a file, and who may import them */
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
    done: `${capitalised(called)} ${past}`,
    failed: `Failed to ${verb.toLowerCase()} ${called}`,
    pending: `${ing}...`,
    ...given,
  }
}

/** Who may perform a command; empty if every signed-in person may. */
const mayOf = ({ access: { may } }: Pick<Exposed, "access">): ReadonlyArray<Permission> => (typeof may === "string" ? [] : may)

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
    // files are shown below the facts
    details: resource.details.filter(({ key }) => !resource.files.includes(key)),
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
    hasSite: words.bySite ?? resource.hasSite,
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
