/** The default form of a command, with its fields one below the other, for a record without its own form. */
import type { CommandScreen } from "../../http/resources/screen.ts"
import { CommandDialog } from "./command-dialog.tsx"
import { useCreation } from "./changes.ts"

interface PlainFormProps {
  readonly of: CommandScreen
  /** the list to which it adds */
  readonly path: string
  readonly onClose: () => void
}

export default function PlainForm({ of, path, onClose }: PlainFormProps) {
  const save = useCreation(of, path)
  const { button, pending } = of.words
  return <CommandDialog command={of} title={button} submit={button} pending={pending} rows={of.fields.map(({ name }) => name)} save={save} onClose={onClose} />
}
