/** At the first use: three things that people do not look for, since few programs have them. Once, until it is closed. */
import { Panel } from "@ops/platform/ui/panel.tsx"
import { CloudOff, History, Link2, X } from "lucide-react"

const hints = [
  { Icon: Link2, title: "A figure explains itself", text: "Choose any underlined figure to see how it is calculated." },
  { Icon: History, title: "Any moment", text: "As of: now opens every screen as it was recorded at a moment of the past." },
  { Icon: CloudOff, title: "Without a connection", text: "Meals, reports and requests are saved on the device and sent later." },
]

export default function FirstHints({ onClose }: { readonly onClose: () => void }) {
  return (
    <Panel
      title="New here?"
      actions={
        <button type="button" className="plain-icon" aria-label="Close the hints" onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      <ul className="first-hints">
        {hints.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <p>
              <b>{title}</b> <span className="muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
