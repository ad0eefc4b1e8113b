/** The buttons by which a person decides on one record, each with the question it asks first. */
import { useState } from "react"
import type { CommandScreen } from "../../http/resources/screen.ts"
import { Button } from "../button.tsx"
import { useApiMutation } from "../data/data.ts"
import { ConfirmDialog } from "../forms/confirm-dialog.tsx"

interface Row {
  readonly id: number
  readonly version: number
}

export interface Decision {
  readonly command: CommandScreen
  /** whether the button is there: mostly what the server says of the row, such as `canApprove` */
  readonly can: boolean
  readonly button: string
  readonly kind?: "plain" | "primary" | "danger"
  /** what is asked first; without it one click decides */
  readonly confirm?: {
    readonly title: string
    readonly text: string
    /** the words on the button of the question */
    readonly submit: string
    readonly pending: string
    /** asks for a reason, which is sent as this field */
    readonly reason?: "reason" | "overrideReason"
  }
  readonly done: string
  readonly failed: string
}

interface DecisionsProps {
  readonly of: readonly Decision[]
  readonly row: Row
  /** the paths of the lists that the decision changes */
  readonly lists: readonly string[]
}

export const Decisions = ({ of, ...about }: DecisionsProps) => of.map((decision) => <Decide key={decision.button} of={decision} {...about} />)

const Decide = ({ of, row, lists }: Omit<DecisionsProps, "of"> & { readonly of: Decision }) => {
  const { command, can, button, kind = "plain", confirm, done, failed } = of
  const [isOpen, setIsOpen] = useState(false)
  const { send, run, pending } = useApiMutation<object>({
    method: command.method as "POST",
    path: () => command.path.replace(":id", String(row.id)),
    body: (input) => ({ ...input, ...(command.versioned && { version: row.version }) }),
    lists,
    done,
    failed,
  })
  return (
    <>
      {can && (
        <Button kind={kind} disabled={pending} onClick={() => (confirm ? setIsOpen(true) : void run({}))}>
          {button}
        </Button>
      )}
      {isOpen && confirm && (
        <ConfirmDialog
          title={confirm.title}
          text={confirm.text}
          confirm={confirm.submit}
          pending={confirm.pending}
          danger={kind === "danger"}
          {...(confirm.reason && { reason: { label: "Reason", required: true } })}
          onConfirm={(reason) => send(confirm.reason ? { [confirm.reason]: reason } : {})}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
