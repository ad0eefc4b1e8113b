/** The buttons by which a person decides on one record, each with its confirmation question. */
import { type ComponentType, Fragment, type ReactNode, Suspense, useState } from "react"
import type { CommandScreen, Screen } from "../../http/resources/screen.ts"
import { canOf, inWords } from "../../text.ts"
import { Button } from "../button.tsx"
import { ConfirmDialog } from "../forms/confirm-dialog.tsx"
import { useChange } from "./changes.ts"
import { type RowOf, type Typed, nameOf } from "./screen-parts.tsx"

interface Decidable {
  readonly id: number
  readonly version: number
  readonly canOverride?: boolean
}
type Names<R extends Typed> = keyof R["commands"] & string

export interface DecisionsProps<R extends Typed> {
  readonly screen: Screen<R>
  readonly row: RowOf<R>
  /** The commands that have a button, in this order; the primary one last. */
  readonly of: readonly Names<R>[]
  /** Confirmation questions specific to this record, in place of the declared ones. */
  readonly asks?: { readonly [K in Names<R>]?: string }
  /** Button labels that depend on the record. */
  readonly buttons?: { readonly [K in Names<R>]?: string }
  /** The forms of commands that need more than a reason. */
  readonly forms?: { readonly [K in Names<R>]?: ComponentType<{ readonly row: RowOf<R>; readonly onClose: () => void }> }
  /** Custom buttons that replace those of a command. */
  readonly own?: { readonly [K in Names<R>]?: ReactNode }
  /** Content before the button of a command, such as another button. */
  readonly before?: { readonly [K in Names<R>]?: ReactNode }
  /** Lists that change with the record, besides its own and the inbox. */
  readonly lists?: readonly string[]
  /** Small buttons in the row of a list; their accessible name also contains the subject: "the leave of Achol Deng". */
  readonly small?: { readonly about: string; readonly buttons?: { readonly [K in Names<R>]?: string } }
}

const overridden = "You recorded this yourself, so give a reason. It is kept in the history."

/** The actions that the server offers for the row now. A command that takes an override reason has a button in that case too. */
export const Decisions = <R extends Typed>({
  screen,
  row,
  of,
  asks = {},
  buttons = {},
  forms = {},
  own = {},
  before = {},
  lists: more = [],
  small,
}: DecisionsProps<R>) => {
  const about = row as RowOf<R> & Decidable & Readonly<Record<string, unknown>>
  const name = nameOf(screen, row)
  return of.map((key) => {
    const command: CommandScreen = screen.commands[key]
    const { ask, reason: isFree, note } = command.words
    const called = (buttons as Readonly<Record<string, string | undefined>>)[key]
    const button = called ?? command.words.button
    const title = command.words.title?.replace(":name", name) ?? `${called ?? inWords(key)} ${name}`
    const drawn = own[key] as ReactNode
    const earlier = before[key] as ReactNode
    if (drawn !== undefined) {
      return (
        <Fragment key={key}>
          {earlier}
          {drawn}
        </Fragment>
      )
    }
    const shorter = (small?.buttons as Readonly<Record<string, string | undefined>> | undefined)?.[key]
    const same = { row: about, name, command, lists: [screen.path, ...more], ...(small && { about: small.about }) }
    const isAllowed = about[canOf(key)] === true
    const Form = forms[key] as ComponentType<{ readonly row: object; readonly onClose: () => void }> | undefined
    const asked = Form === undefined ? command.fields.find((field) => field.name === "reason" || field.name === "note") : undefined
    const hasReason = asked?.name === "reason"
    const text = (asks as Readonly<Record<string, string | undefined>>)[key] ?? ask
    const question = {
      title,
      isFree: !hasReason || isFree === "optional",
      ...(text !== undefined && { text }),
      ...(asked && { reason: asked.name, label: note ?? asked.label }),
    }
    return (
      <Fragment key={key}>
        {earlier}
        {command.overrides && !Form && (
          <Decide
            {...same}
            can={about.canOverride === true}
            button={`${button} by override`}
            question={{ title: `${title} by override`, text: overridden, reason: "overrideReason" }}
          />
        )}
        <Decide
          {...same}
          can={isAllowed || (Form !== undefined && command.overrides && about.canOverride === true)}
          button={shorter ?? button}
          kind={command.words.kind}
          {...(Form !== undefined && { form: Form })}
          {...((text !== undefined || hasReason) && { question })}
        />
      </Fragment>
    )
  })
}

interface DecideProps {
  readonly row: Decidable
  readonly name: string
  readonly command: CommandScreen
  readonly lists: readonly string[]
  readonly can: boolean
  readonly button: string
  readonly kind?: CommandScreen["words"]["kind"]
  /** `reason` is the field that holds the typed text */
  readonly question?: { readonly title: string; readonly text?: string; readonly reason?: string; readonly label?: string; readonly isFree?: boolean }
  readonly form?: ComponentType<{ readonly row: object; readonly onClose: () => void }>
  readonly about?: string
}

const Decide = ({ row, name, command, lists, can, button, kind = "plain", question, form: Form, about }: DecideProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { words } = command
  const { send, run, pending } = useChange(command, row, lists, words.done.replace(":name", name))
  const decide = () => (question || Form ? setIsOpen(true) : void run({}))
  const close = () => setIsOpen(false)
  return (
    <>
      {can && about === undefined && (
        <Button kind={kind} disabled={pending} onClick={decide}>
          {button}
        </Button>
      )}
      {can && about !== undefined && (
        <button
          type="button"
          className="act"
          {...(kind === "primary" && { "data-solid": true })}
          disabled={pending}
          aria-label={`${button} ${about}`}
          onClick={decide}
        >
          {button}
        </button>
      )}
      {isOpen && Form && (
        <Suspense>
          <Form row={row} onClose={close} />
        </Suspense>
      )}
      {isOpen && !Form && question && (
        <ConfirmDialog
          title={question.title}
          {...(question.text !== undefined && { text: question.text })}
          confirm={words.confirm ?? words.button}
          pending={words.pending}
          danger={kind === "danger"}
          {...(question.reason && { reason: { label: question.label ?? "Reason", required: question.isFree !== true } })}
          onConfirm={(reason) => send(question.reason ? { [question.reason]: reason } : {})}
          onClose={close}
        />
      )}
    </>
  )
}
