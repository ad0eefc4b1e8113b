/** A device that several people share, while it is locked: a name and a PIN, with or without a connection. */
import { Button } from "@ops/platform/ui/button.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { isByPin, type PinPerson, pinPeople, setPersonHere, unlock } from "@ops/platform/ui/data/unsent.ts"
import { enrolledAs } from "@ops/platform/ui/device/device-outbox.ts"
import { tryPin } from "@ops/platform/ui/device/pins.ts"
import { Lock } from "lucide-react"
import { type SubmitEvent, useId, useState } from "react"
import "./offline.css"

export default function LockScreen() {
  const { user, signOut } = useSession()
  const people = pinPeople()
  const [chosen, choose] = useState<PinPerson | undefined>(people.length === 1 ? people[0] : undefined)
  const [pin, type] = useState("")
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState(false)
  const id = useId()
  const open = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!chosen || busy) return
    setBusy(true)
    const wrong = await tryPin(chosen.id, pin)
    setBusy(false)
    type("")
    setFault(wrong ?? "")
    if (wrong !== undefined) return
    if (Number(user?.id) === chosen.id) return unlock()
    if (user && !isByPin()) await signOut()
    setPersonHere(chosen.id, true)
    unlock()
    // what the person before has read leaves the memory too
    location.assign("/field")
  }
  const signIn = async () => {
    await signOut()
    // the screen below would lead a person who has signed out elsewhere
    addEventListener("pagehide", unlock, { once: true })
    location.assign("/biometric-login?return=/field")
  }
  return (
    <main className="lock">
      <h1>
        <Lock size={22} strokeWidth={1.75} aria-hidden /> {enrolledAs()}
      </h1>
      <div className="lock-people" role="radiogroup" aria-label="Who are you?">
        {people.map((person) => (
          // biome-ignore lint/a11y/useSemanticElements: a button is larger to tap
          <button
            key={person.id}
            type="button"
            role="radio"
            aria-checked={person.id === chosen?.id}
            onClick={() => {
              choose(person)
              setFault("")
              document.getElementById(id)?.focus()
            }}
          >
            {person.name}
          </button>
        ))}
      </div>
      <form onSubmit={(event) => void open(event)}>
        <label htmlFor={id}>PIN</label>
        <input
          id={id}
          className="input"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={pin}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-fault`}
          onChange={({ currentTarget }) => type(currentTarget.value.replace(/\D/g, ""))}
        />
        <Button type="submit" kind="primary" large disabled={busy || !chosen || pin.length < 4}>
          {busy ? "Checking..." : "Unlock"}
        </Button>
        <p className="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      </form>
      <button type="button" className="link" onClick={() => void signIn()}>
        Sign in with a password
      </button>
    </main>
  )
}
