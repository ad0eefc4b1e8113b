import { ApiError, write } from "@ops/platform/ui/data/api.ts"
import { passkeyFault } from "@ops/platform/ui/passkey-fault.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import type { SessionUser } from "@ops/platform/ui/data/session.tsx"
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"

/** Lets the device's sensor answer a challenge for an employee ID. */
const answered = async (employeeId: string) =>
  startAuthentication({ optionsJSON: await write<PublicKeyCredentialRequestOptionsJSON>("POST", "/api/auth/passkey/options", { employeeId }) })

/**
 * Signs in with the device's own sensor; rejects with a message for users. Undefined if that is impossible: the device has no sensor, or the person
 * has not registered a passkey.
 */
export const signInWithPasskey = async (employeeId: string): Promise<SessionUser | undefined> => {
  if (!(await platformAuthenticatorIsAvailable())) return undefined
  try {
    return await write<SessionUser>("POST", "/api/auth/passkey/verify", { response: await answered(employeeId) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw new Error(passkeyFault(error, error instanceof Error ? error.message : "The passkey did not work."))
  }
}

/** Uses the sensor's answer as a new confirmation of the signed-in person's identity; rejects with a message for users. */
export const proveWithPasskey = async (employeeId: string) => {
  try {
    return await write<SessionUser>("POST", "/api/auth/step-up", { response: await answered(employeeId) })
  } catch (error) {
    throw new Error(passkeyFault(error, "This device has no passkey for you. Type your password."))
  }
}

/** Adds this device's sensor to the signed-in person's account, and shows the result. */
export const addPasskey = async (added: () => void) => {
  try {
    const optionsJSON = await write<PublicKeyCredentialCreationOptionsJSON>("POST", "/api/auth/passkey/register", {})
    const response = await startRegistration({ optionsJSON })
    await write("POST", "/api/auth/passkey/register", { response })
    added()
    notify.success("Passkey added to this device")
  } catch (error) {
    notify.error(passkeyFault(error, "Failed to add the passkey"))
  }
}
