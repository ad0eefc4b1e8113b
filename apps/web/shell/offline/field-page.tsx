/** The start page of the installed app: what people record on site. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isByPin, isEnrolled, pinPeople } from "@ops/platform/ui/data/unsent.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { enrolledAs, isRevoked, keptActs, watchActs } from "@ops/platform/ui/device/device-outbox.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import {
  ClipboardCheck,
  DoorOpen,
  Inbox,
  KeyRound,
  type LucideIcon,
  PackageOpen,
  Receipt,
  ShoppingCart,
  Signature,
  TabletSmartphone,
  TriangleAlert,
  Utensils,
  Wrench,
} from "lucide-react"
import { removePin } from "@ops/platform/ui/device/pins.ts"
import { useState, useSyncExternalStore } from "react"
import { Link } from "react-router-dom"
import { mayOpen } from "../access.ts"
import "./offline.css"
import { useWaiting } from "./sources.ts"

interface Tile {
  readonly label: string
  readonly text: string
  readonly to: string
  readonly icon: LucideIcon
}
const tiles: readonly Tile[] = [
  { label: "Today's meals", text: "Sessions, and the kiosk at the door", to: "/meal-tracking", icon: Utensils },
  { label: "Sheet of the day", text: "For the client to sign", to: "/field/days?dialog=sheet", icon: Signature },
  { label: "In and out", text: "Attendance by staff number and PIN", to: "/hr/kiosk", icon: DoorOpen },
  { label: "My work orders", text: "Start, report, photos, signature", to: "/facilities/orders", icon: Wrench },
  { label: "Report an issue", text: "With photos", to: "/facilities?dialog=report-issue", icon: TriangleAlert },
  { label: "Deliveries", text: "Goods received for an order", to: "/procurement", icon: PackageOpen },
  { label: "Count", text: "Stock on hand", to: "/catering/stock", icon: ClipboardCheck },
  { label: "Ask for goods", text: "A purchase request", to: "/procurement/new", icon: ShoppingCart },
  { label: "Expense", text: "With its receipt", to: "/expenses?dialog=new-expense", icon: Receipt },
]

const look = { size: 22, strokeWidth: 1.75, "aria-hidden": true }

const PinDialog = lazyPart(() => import("./pin-dialog.tsx"))
const EnrolDialog = lazyPart(() => import("@ops/field/web/enrol-dialog.tsx"))

/** The name of this device, and how many entries exist only here. */
const ThisDevice = () => {
  const acts = useSyncExternalStore(watchActs, keptActs)
  const here = acts.filter(({ state }) => state === "waiting").length
  const last = acts.at(-1)
  if (useSyncExternalStore(watchActs, isRevoked)) {
    return (
      <p className="negative" role="status">
        <b>{enrolledAs()}</b> was revoked. Records made on it await a supervisor's decision.
      </p>
    )
  }
  return (
    <p className="muted" role="status">
      <b>{enrolledAs()}</b> is enrolled. {last ? `Its newest entry has number ${last.number}. ` : "Nothing was recorded on it yet. "}
      {here > 0 && `${here} only here.`}
    </p>
  )
}

/** Who unlocks this device with a PIN, and one's own. */
const Pins = () => {
  const user = useUser()
  const [setting, set] = useState(false)
  const [people, setPeople] = useState(pinPeople)
  const close = () => {
    set(false)
    setPeople(pinPeople())
  }
  const hasOwn = people.some(({ id }) => id === Number(user.id))
  return (
    <>
      {people.length > 0 && (
        <ul className="field-people" aria-label="People with a PIN">
          {people.map(({ id, name }) => (
            <li key={id}>
              {name}
              {(user.accessLevel >= 6 || id === Number(user.id)) && (
                <button type="button" className="act" aria-label={`Remove the PIN of ${name}`} onClick={() => void removePin(id).then(close)}>
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isByPin() && !user.simulated && (
        <Button onClick={() => set(true)}>
          <KeyRound size={16} strokeWidth={1.75} aria-hidden />
          {hasOwn ? "Change my PIN" : "Set my PIN for this device"}
        </Button>
      )}
      {setting && <PinDialog onClose={close} />}
    </>
  )
}

export const Component = () => {
  const user = useUser()
  const waiting = useWaiting(String(user.id)).length
  const [enrolling, setEnrolling] = useState(false)
  const [enrolled, setEnrolled] = useState(isEnrolled)
  const revoked = useSyncExternalStore(watchActs, isRevoked)
  return (
    <div className="page">
      <nav className="field-tiles" aria-label="Record">
        {tiles
          .filter(({ to }) => mayOpen(user, to.split("?")[0]!))
          .map(({ label, text, to, icon: Icon }) => (
            <Link key={label} to={to}>
              <Icon {...look} />
              <span>
                <b>{label}</b>
                <small>{text}</small>
              </span>
            </Link>
          ))}
        <Link to="/outbox">
          <Inbox {...look} />
          <span>
            <b>Outbox</b>
            <small>{waiting === 0 ? "Everything was sent" : `${waiting} only on this device`}</small>
          </span>
        </Link>
      </nav>
      <div className="field-device">
        {enrolled && <ThisDevice />}
        {enrolled && !revoked && <Pins />}
        {(!enrolled || revoked) && user.accessLevel >= 6 && (
          <Button onClick={() => setEnrolling(true)}>
            <TabletSmartphone size={16} strokeWidth={1.75} aria-hidden />
            Enrol this device
          </Button>
        )}
        {mayOpen(user, "/field/devices") && (
          <nav className="field-links" aria-label="Devices and what they recorded">
            <Link className="link" to="/field/devices">
              Devices
            </Link>
            <Link className="link" to="/field/acts">
              Field acts
            </Link>
            <Link className="link" to="/field/days">
              Signed days
            </Link>
          </nav>
        )}
      </div>
      {enrolling && (
        <EnrolDialog
          onClose={() => setEnrolling(false)}
          onEnrolled={() => {
            setEnrolled(true)
            setEnrolling(false)
          }}
        />
      )}
    </div>
  )
}
