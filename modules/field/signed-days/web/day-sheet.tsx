/** The sheet of a day: its meals, and below them name, position and signature of the client's representative. On our device and on their own phone. */
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { capitalised, count } from "@ops/platform/text.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { passkeyFault } from "@ops/platform/ui/passkey-fault.ts"
import { KeyRound } from "lucide-react"
import { useEffect, useId, useState } from "react"
import type { DayAnswer, DayByLink } from "../resource.ts"
import { readSheet } from "@ops/platform/access/day-sheet.ts"
import type { Signing } from "../signed-day.ts"
import { DrawingPad } from "./drawing.tsx"
import { canSign, signWith, signWithNew } from "./passkey.ts"
import "./sign.css"

type Day = typeof DayAnswer.Type
/** What a passkey has answered, for the server to check. */
type Given = { readonly assertion: unknown; readonly registration?: unknown }
const namesOf = (known: ReadonlyArray<{ readonly signedBy: string }>) => [...new Set(known.map(({ signedBy }) => signedBy))].join(", ")

interface MealsProps {
  readonly day: Day
  /** by session: what the client does not agree with */
  readonly disputes?: Readonly<Record<number, string>>
  readonly dispute?: (sessionId: number, reason: string | undefined) => void
}

const stateOf = ({ isClosed, signature, signedBy, signedSheet }: Day["meals"][number]) =>
  signature === "signed"
    ? `Signed by ${signedBy}, ${signedSheet === null ? "only on this device" : `sheet ${signedSheet}`}`
    : !isClosed
      ? "Still open"
      : signature === "disputed"
        ? "Disputed before"
        : "To be signed"

const others = ({ visitors, contractors, own }: Day["meals"][number]) =>
  [visitors > 0 && count(visitors, "visitor"), contractors > 0 && count(contractors, "contractor"), own > 0 && `${own} own staff`].filter(Boolean).join(", ")

const Meals = ({ day, disputes = {}, dispute }: MealsProps) => (
  <ul className="sign-meals" aria-label="Meals of the day">
    {day.meals.map((meal) => {
      const { sessionId, mealType, project, served, late, undecided, isClosed, signature } = meal
      const isOneOfSeveral = day.meals.some((other) => other.mealType === mealType && other.sessionId !== sessionId)
      const reason = disputes[sessionId]
      const name = capitalised(mealType)
      return (
        <li key={sessionId} data-disputed={reason !== undefined || undefined}>
          <div className="sign-meal">
            <b>{name}</b>
            <span className="num">{served} served</span>
            <small className="muted">
              {[isOneOfSeveral && project, late > 0 && `${late} added late`, undecided > 0 && `${undecided} not decided yet`, others(meal), stateOf(meal)]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </div>
          {dispute && isClosed && signature !== "signed" && (
            <label className="sign-typed">
              <input
                type="checkbox"
                checked={reason !== undefined}
                onChange={({ currentTarget }) => dispute(sessionId, currentTarget.checked ? "" : undefined)}
              />
              Not right
            </label>
          )}
          {dispute && reason !== undefined && (
            <input
              className="input"
              aria-label={`What is not right with ${mealType}`}
              placeholder="What is not right?"
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => dispute(sessionId, currentTarget.value)}
            />
          )}
        </li>
      )
    })}
  </ul>
)

/** On a phone the button is far from where it would be read. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" })

interface DaySheetProps {
  readonly day: Day
  readonly sign: (signing: Signing, passkey?: Given) => Promise<unknown>
  /** on the signer's own phone: the passkeys that have signed for the client, and the company to which a new one belongs */
  readonly passkeys?: { readonly known: (typeof DayByLink.Type)["passkeys"]; readonly company: string }
}

export const DaySheet = ({ day, sign, passkeys }: DaySheetProps) => {
  const [signedBy, setSignedBy] = useState("")
  const [role, setRole] = useState("")
  const [drawing, setDrawing] = useState("")
  const [disputes, setDisputes] = useState<Readonly<Record<number, string>>>({})
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState(false)
  const id = useId()
  const [canPass, setCanPass] = useState(false)
  const [setsUp, setUp] = useState(false)
  useEffect(() => {
    if (passkeys) void canSign().then(setCanPass, () => undefined)
  }, [passkeys])
  const ids = passkeys?.known.map(({ credentialId }) => credentialId) ?? []
  const hasPasskey = canPass && ids.length > 0
  const { meals: toSign = [], services = [] } = readSheet(day.text) ?? {}
  const dispute = (sessionId: number, reason: string | undefined) => {
    const { [sessionId]: _, ...rest } = disputes
    setDisputes(reason === undefined ? rest : { ...rest, [sessionId]: reason })
  }
  /** Signs by what is typed and drawn, or with a passkey that has signed before. */
  const submit = async (byPasskey: boolean) => {
    if (busy) return
    const given = Object.entries(disputes).map(([sessionId, reason]) => ({ sessionId: Number(sessionId), reason: reason.trim() }))
    if (given.some(({ reason }) => reason === "")) return setFault("Say what is not right")
    if (!byPasskey) {
      if (signedBy.trim() === "") return setFault("Name is required")
      if (role.trim() === "") return setFault("Position is required")
      if (drawing === "") return setFault("Signature is required")
    }
    setBusy(true)
    setFault("")
    try {
      const { text } = day
      const typed = { text, signedBy: signedBy.trim(), role: role.trim(), drawing, disputes: given }
      if (byPasskey) {
        const assertion = await signWith(text, ids)
        const { signedBy = "", role = "" } = passkeys?.known.find(({ credentialId }) => credentialId === assertion.id) ?? {}
        await sign({ ...typed, signedBy, role, drawing: "passkey" }, { assertion })
      } else await sign(typed, setsUp && passkeys ? await signWithNew(text, passkeys.company, typed.signedBy, ids) : undefined)
    } catch (error) {
      setFault(passkeyFault(error, sentenceOf(error)))
    } finally {
      setBusy(false)
    }
  }
  if (toSign.length + services.length === 0) {
    const signed = day.meals.filter(({ signature }) => signature === "signed").length
    return (
      <>
        <Meals day={day} />
        <p role="status" className="sign-done">
          {signed === 0
            ? "There is no closed meal to sign on this day."
            : signed === day.meals.length
              ? "All meals of this day are signed. Thank you."
              : "All closed meals of this day are signed. Thank you. The others can be signed once they are closed."}
        </p>
      </>
    )
  }
  return (
    <form
      className="stack-fields sign-form"
      onChange={() => setFault("")}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(false)
      }}
      noValidate
    >
      <Meals day={day} disputes={disputes} dispute={dispute} />
      {services.length > 0 && (
        <section aria-label="Services">
          <h3>Services</h3>
          <ul>
            {services.map(({ orderId, number, what }) => (
              <li key={orderId}>
                <span className="num">{number}</span> {what}
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasPasskey && (
        <div className="sign-passkey">
          <Button kind="primary" large disabled={busy} onClick={() => void submit(true)}>
            <KeyRound size={20} strokeWidth={1.75} aria-hidden />
            Sign with my passkey
          </Button>
          <p className="muted">For {namesOf(passkeys!.known)}. Anyone else signs below.</p>
        </div>
      )}
      <div className="pair">
        <div className="field">
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            className="input"
            autoComplete="name"
            maxLength={80}
            value={signedBy}
            onChange={({ currentTarget }) => setSignedBy(currentTarget.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-role`}>Position</label>
          <input
            id={`${id}-role`}
            className="input"
            placeholder="Camp boss"
            maxLength={80}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value)}
          />
        </div>
      </div>
      <DrawingPad
        value={drawing}
        onChange={(drawn) => {
          setFault("")
          setDrawing(drawn)
        }}
        describedBy={fault ? `${id}-fault` : undefined}
      />
      {canPass && passkeys && (
        <label className="sign-typed">
          <input type="checkbox" checked={setsUp} onChange={({ currentTarget }) => setUp(currentTarget.checked)} />
          Set up a passkey on this phone: next time your finger, face or PIN is enough
        </label>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`} role="alert" ref={intoView}>
          {fault}
        </p>
      )}
      <Button type="submit" kind={hasPasskey ? "plain" : "primary"} large disabled={busy}>
        {busy ? "Signing..." : `Sign for ${day.clientName}`}
      </Button>
    </form>
  )
}
