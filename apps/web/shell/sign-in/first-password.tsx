import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useRef } from "react"
import PasswordDialog from "./password-dialog.tsx"

/** Blocks everything else until a person has chosen a new password; closing it signs out. */
const FirstPassword = () => {
  const { signOut, retry } = useSession()
  const chosen = useRef(false)
  return (
    <PasswordDialog
      help="Your first password was for one use. Choose your own to continue."
      onDone={() => {
        chosen.current = true
        retry()
      }}
      onClose={() => chosen.current || void signOut()}
    />
  )
}

export default FirstPassword
