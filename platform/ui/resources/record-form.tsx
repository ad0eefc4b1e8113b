/** The form that creates a record: the dialog of its command, its call, and its success message. */
import type { Screen } from "../../http/resources/screen.ts"
import { type Done, useChange, useCreation } from "./changes.ts"
import { CommandDialog, type CommandDialogProps } from "./command-dialog.tsx"
import { nameOf, type Typed } from "./screen-parts.tsx"

type Names<R extends Typed> = keyof R["commands"] & string
type Inputs<R extends Typed, K extends Names<R>> = Screen<R>["commands"][K]["fields"][number]["name"]

interface RecordFormProps<R extends Typed, K extends Names<R>>
  extends Pick<
    CommandDialogProps<Inputs<R, K>, object>,
    "check" | "help" | "hints" | "initial" | "labels" | "needed" | "narrow" | "onClose" | "rows" | "draft"
  > {
  readonly screen: Screen<R>
  readonly command: K
  /** the payload, if it differs from the values of the fields */
  readonly payload?: (values: Readonly<Record<string, unknown>>) => object
  /** the success message, if it depends on the record */
  readonly done?: (row: R["Row"]) => string
  /** called once it is created, for example to open the new record */
  readonly onDone?: (made: R["Row"]) => void
  /** the title and button label, if the command's texts are not suitable */
  readonly title?: string
  readonly submit?: string
}

export const RecordForm = <R extends Typed, K extends Names<R>>({
  screen,
  command,
  submit,
  payload = (values) => values,
  done,
  onDone,
  ...form
}: RecordFormProps<R, K>) => {
  const of = screen.commands[command]
  const send = useCreation(of, screen.path, done as Done | undefined)
  const save = async (values: object) => {
    const made = await send(payload(values as Readonly<Record<string, unknown>>))
    onDone?.(made as R["Row"])
  }
  return <CommandDialog command={of} title={of.words.button} submit={submit ?? of.words.button} pending={of.words.pending} save={save} {...form} />
}

interface ChangeFormProps<R extends Typed, K extends Names<R>> extends Omit<RecordFormProps<R, K>, "draft" | "onDone" | "payload"> {
  readonly row: R["Row"]
}

/** The form of a command on one record. Its title names both. The fields of a partial change start with their current values. */
export const ChangeForm = <R extends Typed, K extends Names<R>>({ screen, command, row, submit, done, initial, ...form }: ChangeFormProps<R, K>) => {
  const of = screen.commands[command]
  const values = row as Readonly<Record<string, unknown>>
  const current = Object.fromEntries(of.fields.flatMap(({ name, partial }) => (partial && values[name] !== null ? [[name, values[name]]] : [])))
  const { button, pending } = of.words
  const { send } = useChange(of, row as R["Row"] & Parameters<typeof useChange>[1], [screen.path], done as Done | undefined)
  return (
    <CommandDialog
      narrow
      command={of}
      title={`${button} ${nameOf(screen, row)}`}
      submit={submit ?? button}
      pending={pending}
      save={send}
      {...form}
      initial={{ ...current, ...initial }}
    />
  )
}
