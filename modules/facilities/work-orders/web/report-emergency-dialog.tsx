/** Reports an emergency with one tap. Offline, it is stored and sent later. */
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { savedHere } from "@ops/platform/ui/data/outbox.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { Biohazard, Bug, CircleAlert, SprayCan, Trash2, Wrench } from "lucide-react"
import { useId, useState } from "react"
import { pathsOf } from "../../web/client.ts"
import "../../web/facilities.css"
import { report } from "./outbox.ts"
import { serviceName, serviceTypes } from "../../web/labels.ts"

const signs = { cleaning: SprayCan, fumigation: Bug, sewage: Biohazard, waste: Trash2, equipment_maintenance: Wrench, other: CircleAlert }

export default function ReportEmergencyDialog({ onClose, onReported }: { readonly onClose: () => void; readonly onReported?: (id: number) => void }) {
  const user = useUser()
  const { siteId, sites } = useWorkingSite()
  const queries = useQueryClient()
  const id = useId()
  const [site, setSite] = useState(siteId ?? sites[0]?.id)
  const [where, setWhere] = useState("")
  const [what, setWhat] = useState("")
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState("")
  if (inThePast) return null

  const send = async (serviceType: (typeof serviceTypes)[number]) => {
    if (busy) return
    if (site === undefined) return setFault("Site is required")
    setBusy(true)
    setFault("")
    try {
      const order = await report(String(user.id), { siteId: site, serviceType, origin: "emergency", description: what.trim(), location: where.trim() })
      if (order) {
        notify.success(`${order.orderNumber} reported. The supervisors of ${order.site.name} are alerted`)
        void readAgain(queries, [...pathsOf("GET /api/work-orders"), "/api/alerts", "/api/notifications"])
        onClose()
        setTimeout(() => onReported?.(order.id), 0)
      } else {
        notify.success(savedHere)
        onClose()
      }
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
    }
  }

  return (
    <Modal title="Report Emergency" help="Tap a type to send it now as urgent. If you are offline, it is sent when you reconnect." onClose={onClose}>
      <div className="modal-body stack-fields">
        <div className="field">
          <label htmlFor={`${id}-site`}>Site</label>
          <span className="select">
            <select id={`${id}-site`} className="input" value={site ?? ""} onChange={({ target }) => setSite(Number(target.value))}>
              {sites.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </div>
        <fieldset className="emergency" disabled={busy} aria-label="What it is">
          {serviceTypes.map((serviceType, n) => {
            const Sign = signs[serviceType]
            return (
              <button key={serviceType} type="button" onClick={() => void send(serviceType)} {...(n === 0 && { "data-autofocus": true })}>
                <Sign size={22} strokeWidth={1.75} aria-hidden />
                {serviceName(serviceType)}
              </button>
            )
          })}
        </fieldset>
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <details>
          <summary>Add details first</summary>
          <div className="stack-fields">
            <div className="field">
              <label htmlFor={`${id}-where`}>
                Where<span className="muted"> (optional)</span>
              </label>
              <input id={`${id}-where`} className="input" maxLength={200} autoComplete="off" value={where} onChange={({ target }) => setWhere(target.value)} />
            </div>
            <div className="field">
              <label htmlFor={`${id}-what`}>
                What has happened<span className="muted"> (optional)</span>
              </label>
              <textarea id={`${id}-what`} className="input" rows={2} maxLength={2000} value={what} onChange={({ target }) => setWhat(target.value)} />
            </div>
          </div>
        </details>
      </div>
    </Modal>
  )
}
