/** Sets the PIN with which a person unlocks this device. They prove who they are first, which needs a connection. */
import { keepRead, write } from "@ops/platform/ui/data/api.ts"
import { sessionKey, type SessionUser, useUser } from "@ops/platform/ui/data/session.tsx"
import { setPersonHere } from "@ops/platform/ui/data/unsent.ts"
import { setPin } from "@ops/platform/ui/device/pins.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { Schema } from "effect"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    password: Schema.String.check(Schema.isMinLength(1, { message: "Password is required" })),
    pin: Schema.String.check(Schema.isPattern(/^\d{4,6}$/, { message: "PIN must be 4 to 6 digits" })),
    again: Schema.String,
  }).check(Schema.makeFilter(({ pin, again }) => (pin === again ? undefined : { path: ["again"], issue: "The two PINs differ" }))),
)

export default function PinDialog({ onClose }: { readonly onClose: () => void }) {
  const { id, firstName, lastName } = useUser()
  return (
    <FormDialog
      title="PIN for this device"
      help="For a device that several people share. It locks after two minutes; with your PIN it records in your name, also without a connection. Do not use the PIN of the attendance kiosk."
      schema={Form}
      defaults={{ password: "", pin: "", again: "" }}
      submit="Set PIN"
      pending="Checking..."
      save={async ({ password, pin }) => {
        const user = await write<SessionUser>("POST", "/api/auth/step-up", { password })
        await setPin({ id: Number(id), name: `${firstName} ${lastName}` }, pin)
        setPersonHere(id)
        // kept under their name from now on
        keepRead(sessionKey[0], user)
        notify.success("PIN set. Open the screens of your shift once, so that they are kept on this device")
      }}
      onClose={onClose}
    >
      <TextField name="password" label="Your password" type="password" autoComplete="current-password" required />
      <TextField name="pin" label="PIN" type="password" autoComplete="off" required />
      <TextField name="again" label="PIN again" type="password" autoComplete="off" required />
    </FormDialog>
  )
}
