/** Entries on this device that are not sent yet, and those rejected by the server, with the reason. */
import { Button } from "@ops/platform/ui/button.tsx"
import { entriesLoaded } from "@ops/platform/ui/data/kept-entries.ts"
import { useSync } from "@ops/platform/ui/data/live.ts"
import type { Waiting } from "@ops/platform/ui/data/outbox.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { dayOf, formatInstant, formatTime, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { useEffect, useState } from "react"
import { useInstalled } from "./installed.ts"
import "./offline.css"
import { sendAll, useWaiting } from "./sources.ts"

const Recorded = ({ at }: Pick<Waiting, "at">) =>
  at === undefined ? <span className="muted">–</span> : <time dateTime={at}>{dayOf(at) === today() ? formatTime(at) : formatInstant(at)}</time>

const screens = {
  none: "This browser cannot keep the screens: they open with a connection only.",
  saving: "The screens are being saved on this device.",
  ready: "All screens are saved on this device and open without a connection.",
}

export const Component = () => {
  const person = String(useUser().id)
  const lines = useWaiting(person)
  const sites = useSites()
  const { state } = useSync()
  const installed = useInstalled()
  const [sending, setSending] = useState(false)
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    const know = () => setKnown(true)
    void entriesLoaded().then(know, know)
  }, [])
  const send = async () => {
    setSending(true)
    await sendAll(person)
    setSending(false)
  }
  return (
    <div className="page">
      <Panel
        title="Outbox"
        count={lines.length}
        actions={
          lines.length > 0 && (
            <Button onClick={() => void send()} disabled={sending || state === "offline"}>
              {sending ? "Sending..." : "Send now"}
            </Button>
          )
        }
      >
        {lines.length === 0 && !isKnown ? (
          <Loading rows={3} label="Reading what this device keeps..." />
        ) : lines.length === 0 ? (
          <EmptyState title="Everything was sent" text="What you record without a connection waits here until the server has it." />
        ) : (
          <SmallTable
            className="outbox"
            label="Outbox"
            rows={lines}
            rowKey={({ key }) => key}
            columns={[
              { header: "Recorded", cell: Recorded },
              { header: "What", cell: ({ what }) => <span className="outbox-what">{what}</span> },
              { header: "Site", className: "wide", cell: ({ siteId }) => <SiteCode code={sites.find(({ id }) => id === siteId)?.code} /> },
              {
                header: "State",
                cell: ({ refused, state, note = refused, isDoubtful }) => (
                  <span className="outbox-state">
                    {refused === undefined ? (
                      <StatusMark status={state ? "acknowledged" : "waiting_to_send"} label={state ?? "Waiting to send"} />
                    ) : (
                      <StatusMark status="refused" />
                    )}
                    {note && <small className={isDoubtful ? "negative" : undefined}>{note}</small>}
                  </span>
                ),
              },
            ]}
            act={({ refused, retry, discard }) =>
              refused !== undefined && (
                <span className="outbox-acts">
                  <button type="button" className="act" onClick={() => void retry()}>
                    Try again
                  </button>
                  <button type="button" className="act" onClick={() => void discard()}>
                    Discard
                  </button>
                </span>
              )
            }
          />
        )}
      </Panel>
      <p className="muted outbox-note">{screens[installed.state]}</p>
    </div>
  )
}
