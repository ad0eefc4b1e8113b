/** The sheet of a day on our device: chosen by client and day, signed here, or on the signer's own phone by a QR code. */
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay, formatInstant, today } from "@ops/platform/ui/date.tsx"
import { doHere, keptActs, watchActs } from "@ops/platform/ui/device/device-outbox.ts"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useId, useState, useSyncExternalStore } from "react"
import { pathsOf, send, useApi } from "../../web/client.ts"
import type { Signing } from "../signed-day.ts"
import { DaySheet } from "./day-sheet.tsx"
import "./sign.css"
import { sheetOf } from "./sheet-of.ts"
import { signedHere } from "./signed-here.ts"

type Link = Awaited<ReturnType<typeof makeLink>>
const makeLink = (siteId: number, clientId: number, date: string) => send("POST /api/signed-days/links", { body: { siteId, clientId, date } })

const Qr = ({ url, until, qr }: Link) => (
  <div className="sign-qr">
    <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code of the link">
      <path d={qr.path} fill="#000" />
    </svg>
    <a className="link" href={url}>
      {url}
    </a>
    <p className="muted">For this day alone, until {formatInstant(until)}.</p>
  </div>
)

export const SheetDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const user = useUser()
  const { siteId: working, sites } = useWorkingSite()
  const queries = useQueryClient()
  const [siteId, setSiteId] = useState(working ?? sites[0]?.id)
  const [date, setDate] = useState(today())
  const [clientId, setClientId] = useState<number>()
  const [link, setLink] = useState<Link>()
  const [fault, setFault] = useState("")
  const clients = useApi("GET /api/clients").data ?? []
  const chosen = siteId !== undefined && clientId !== undefined
  const day = useApi(chosen ? "GET /api/signed-days/sheet" : null, chosen ? { query: sheetOf(siteId, clientId, date) } : undefined)
  const id = useId()
  const acts = useSyncExternalStore(watchActs, keptActs)
  const of = day.data && signedHere(day.data, acts)
  const sign = async (signing: Signing) => {
    if (isEnrolled() && of) {
      const what = `Sheet of ${formatDay(of.date)} for ${of.clientName}`
      await doHere({ person: Number(user.id), act: "signed_day.sign", input: signing, name: signing.signedBy, what })
      notify.success("Signed and kept on this device. It is sent automatically")
    } else {
      const { sheet } = await send("POST /api/signed-days", { body: signing })
      notify.success(`Signed: sheet ${sheet}`)
      await readAgain(queries, pathsOf("GET /api/signed-days"))
    }
    onClose()
  }
  const showLink = async () => {
    try {
      setFault("")
      setLink(await makeLink(siteId!, clientId!, date))
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setLink(undefined)
      set(value)
    }
  }
  return (
    <Modal title="Sheet of the day" onClose={onClose} wide>
      <div className="modal-body stack-fields">
        <div className="pair">
          <div className="field">
            <label htmlFor={`${id}-site`}>Site</label>
            <select id={`${id}-site`} className="input" value={siteId} onChange={({ currentTarget }) => change(setSiteId)(Number(currentTarget.value))}>
              {sites.map((site) => (
                <option key={site.id} value={site.id}>
                  {site.label}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}-date`}>Day</label>
            <DateInput id={`${id}-date`} max={today()} value={date} onChange={change(setDate)} />
          </div>
        </div>
        <div className="field">
          <label htmlFor={`${id}-client`}>Client</label>
          <select
            id={`${id}-client`}
            className="input"
            value={clientId ?? ""}
            onChange={({ currentTarget }) => change(setClientId)(Number(currentTarget.value) || undefined)}
          >
            <option value="">Choose a client</option>
            {clients.map((client) => (
              <option key={client.id} value={client.id}>
                {client.companyName}
              </option>
            ))}
          </select>
        </div>
        {of && date !== "" ? (
          <>
            <p className="muted">
              {formatDay(of.date)}, {of.clientName}, {of.siteName}
            </p>
            {link ? (
              <Qr {...link} />
            ) : (
              <>
                <div className="line">
                  <Button onClick={() => void showLink()}>Sign on their own phone</Button>
                </div>
                {fault && (
                  <p className="fault" role="alert">
                    {fault}
                  </p>
                )}
                <DaySheet key={of.text} day={of} sign={sign} />
              </>
            )}
          </>
        ) : day.isError ? (
          <ErrorPanel error={day.error} retry={() => void day.refetch()} />
        ) : (
          chosen && <Loading rows={4} label="Loading the sheet..." />
        )}
      </div>
    </Modal>
  )
}
