import { Button } from "../button.tsx"
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react"
import { KeptHere, sentenceOf } from "../data/api.ts"
import { inThePast } from "../instant.ts"
import { Modal } from "../layers/modal.tsx"
import { Sentence } from "../sentence.tsx"

interface ConfirmDialogProps {
  readonly title: string
  readonly text?: ReactNode
  /** The label of the button: the action itself, never 'OK'. */
  readonly confirm: string
  readonly pending?: string
  readonly danger?: boolean
  /** Asks for a reason, which is passed to `onConfirm`. */
  readonly reason?: {
    readonly label: string
    readonly required?: boolean
    /** Common reasons, each entered with one press. */
    readonly usual?: readonly string[]
  }
  readonly onConfirm: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation before an action that is hard to undo. Closes once it has succeeded. Not available in the past. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (inThePast ? null : <OpenConfirm {...props} />)

const OpenConfirm = (props: ConfirmDialogProps) => {
  const { title, text, confirm, pending, danger, reason, onConfirm, onClose } = props
  const [said, setSaid] = useState("")
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const id = useId()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (under.current) return
    if (reason?.required && said.trim() === "") return setFault(`${reason.label} is required`)
    under.current = true
    setBusy(true)
    try {
      await onConfirm(said.trim())
      onClose()
    } catch (error) {
      if (error instanceof KeptHere) return onClose()
      setFault(sentenceOf(error))
    } finally {
      under.current = false
      setBusy(false)
    }
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="modal-body stack-fields">
          {text && <div>{text}</div>}
          {reason && (
            <div className="field">
              <label htmlFor={id}>
                {reason.label}
                {!reason.required && <span className="muted"> (optional)</span>}
              </label>
              <textarea
                id={id}
                className="input"
                rows={3}
                value={said}
                maxLength={2000}
                aria-invalid={fault !== "" || undefined}
                aria-describedby={fault ? `${id}-fault` : undefined}
                onChange={(event) => {
                  setSaid(event.target.value)
                  setFault("")
                }}
              />
            </div>
          )}
          {reason?.usual && reason.usual.length > 0 && (
            <div className="line" role="group" aria-label="Often used">
              {reason.usual.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="act"
                  onClick={() => {
                    setSaid(each)
                    setFault("")
                  }}
                >
                  {each}
                </button>
              ))}
            </div>
          )}
          {fault && (
            <p className="fault" id={`${id}-fault`} role="alert">
              <Sentence text={fault} newTab />
            </p>
          )}
        </div>
        <footer className="modal-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={danger ? "final" : "primary"} disabled={busy} data-autofocus={reason ? undefined : true}>
            {busy ? (pending ?? `${confirm}...`) : confirm}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
