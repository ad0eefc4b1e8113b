import { type SubmitEvent, useId, useRef, useState } from "react"
import { ApiError, endSession, sentenceOf, write } from "./api.ts"
import { Button } from "../button.tsx"
import { Modal } from "../layers/modal.tsx"
import { type SessionUser, useUser } from "./session.tsx"

/** Proves with the device's sensor who is signed in; rejects with an `Error` whose message is suitable for users. */
export type WithPasskey = (employeeId: string) => Promise<SessionUser>

interface ProofDialogProps {
  readonly withPasskey: WithPasskey
  readonly onProven: (user: SessionUser) => void
  readonly onCancel: () => void
}

/** Asks the signed-in person for their password or passkey. */
const ProofDialog = ({ withPasskey, onProven, onCancel }: ProofDialogProps) => {
  const user = useUser()
  const [password, setPassword] = useState("")
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const id = useId()

  const attempt = async (proof: () => Promise<SessionUser>) => {
    if (under.current) return
    under.current = true
    setBusy(true)
    setFault("")
    try {
      onProven(await proof())
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        onCancel()
        return endSession()
      }
      setFault(error instanceof ApiError ? sentenceOf(error) : (error as Error).message)
    } finally {
      under.current = false
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (password === "") return setFault("Password is required")
    void attempt(() => write<SessionUser>("POST", "/api/auth/step-up", { password }))
  }
  return (
    <Modal title="Confirm your identity" help="Your last confirmation is more than ten minutes old, or was simulated." onClose={onCancel}>
      <form onSubmit={submit} noValidate>
        <div className="modal-body stack-fields">
          <div className="field">
            <label htmlFor={id}>Password of {user.employeeId}</label>
            <input
              id={id}
              className="input"
              type="password"
              autoComplete="current-password"
              value={password}
              aria-invalid={fault !== "" || undefined}
              aria-describedby={fault ? `${id}-fault` : undefined}
              onChange={(event) => {
                setPassword(event.target.value)
                setFault("")
              }}
            />
          </div>
          {fault && (
            <p className="fault" id={`${id}-fault`} role="alert">
              {fault}
            </p>
          )}
        </div>
        <footer className="modal-foot">
          <Button onClick={onCancel}>Cancel</Button>
          {user.passkeys > 0 && (
            <Button disabled={busy} onClick={() => void attempt(() => withPasskey(user.employeeId))}>
              Use passkey
            </Button>
          )}
          <Button type="submit" kind="primary" disabled={busy}>
            {busy ? "Confirming..." : "Confirm"}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}

export default ProofDialog
