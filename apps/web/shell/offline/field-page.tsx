/** The start page of the installed app: what people record on a site. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { ClipboardCheck, DoorOpen, Inbox, type LucideIcon, PackageOpen, Receipt, ShoppingCart, TriangleAlert, Utensils, Wrench } from "lucide-react"
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
  { label: "In and out", text: "Attendance by staff number and PIN", to: "/hr/kiosk", icon: DoorOpen },
  { label: "My work orders", text: "Start, report, photos, signature", to: "/facilities/orders", icon: Wrench },
  { label: "Report an issue", text: "With photos", to: "/facilities?dialog=report-issue", icon: TriangleAlert },
  { label: "Deliveries", text: "What has arrived for an order", to: "/procurement", icon: PackageOpen },
  { label: "Count", text: "What the stores hold", to: "/catering/stock", icon: ClipboardCheck },
  { label: "Ask for goods", text: "A purchase request", to: "/procurement?dialog=new-request", icon: ShoppingCart },
  { label: "Expense", text: "With its receipt", to: "/expenses?dialog=new-expense", icon: Receipt },
]

const look = { size: 22, strokeWidth: 1.75, "aria-hidden": true }

export const Component = () => {
  const user = useUser()
  const waiting = useWaiting(String(user.id)).length
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
    </div>
  )
}
