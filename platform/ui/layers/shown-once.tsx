/** Shows a secret the only time it is visible. */
import { capitalised } from "../../text.ts"
import type { ReactNode } from "react"
import { Button } from "../button.tsx"
import { Modal } from "./modal.tsx"
import { notify } from "./notices.tsx"
import "./shown-once.css"

interface Props {
  readonly title: string
  readonly secret: string
  /** what it is: token, secret, address */
  readonly what: string
  /** what to do with it, and what happens if it is lost */
  readonly why: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

export const ShownOnce = ({ title, secret, what, why, children, onClose }: Props) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      notify.success(`${capitalised(what)} copied`)
    } catch {
      notify.error("The browser blocked copying. Select the text and copy it.")
    }
  }
  return (
    <Modal title={title} onClose={onClose}>
      <div className="modal-body stack-fields">
        <p>
          <b>It is shown only once.</b> {why}
        </p>
        <p>
          <code className="secret" data-testid={what}>
            {secret}
          </code>
        </p>
        {children}
      </div>
      <footer className="modal-foot">
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" data-autofocus onClick={() => void copy()}>
          Copy {what}
        </Button>
      </footer>
    </Modal>
  )
}
