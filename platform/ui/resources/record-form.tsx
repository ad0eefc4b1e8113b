/** The form by which a new record is made: the dialog of its command, its call, and what is said when it is done. */
import type { CommandScreen, Screen } from "../../http/resources/screen.ts"
import { useApiMutation } from "../data/data.ts"
import { inboxPath } from "../data/inbox-path.ts"
import { CommandDialog, type CommandDialogProps } from "./command-dialog.tsx"
import type { Typed } from "./screen-parts.tsx"

/** Sends what a form has for a new record; its list and what waits for a decision are read again afterwards. */
export const useCreation = (of: CommandScreen, list: string) =>
  useApiMutation<object>({ method: of.method as "POST", path: of.path, lists: [list, inboxPath], done: of.words.done, failed: of.words.failed }).send

type Names<R extends Typed> = keyof R["commands"] & string
type Inputs<R extends Typed, K extends Names<R>> = Screen<R>["commands"][K]["fields"][number]["name"]

interface RecordFormProps<R extends Typed, K extends Names<R>>
  extends Pick<CommandDialogProps<Inputs<R, K>, object>, "help" | "labels" | "narrow" | "onClose" | "rows" | "draft"> {
  readonly screen: Screen<R>
  readonly command: K
  /** what stands on its button, where the title says too much */
  readonly submit?: string
}

export const RecordForm = <R extends Typed, K extends Names<R>>({ screen, command, submit, ...form }: RecordFormProps<R, K>) => {
  const of = screen.commands[command]
  const send = useCreation(of, screen.path)
  return <CommandDialog command={of} title={of.words.button} submit={submit ?? of.words.button} pending={of.words.pending} save={send} {...form} />
}
