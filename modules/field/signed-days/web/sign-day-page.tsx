/** The page behind the QR code: the client's representative sees the sheet of a day on their own phone, and signs it. No account is needed. */
import { ApiError } from "@ops/platform/ui/data/api.ts"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useParams } from "react-router-dom"
import { pathOf, send, useApi } from "../../web/client.ts"
import { DaySheet } from "./day-sheet.tsx"
import "./sign.css"

export const Component = () => {
  const { token = "" } = useParams()
  const path = pathOf("GET /api/day-links/:token", { token })
  const day = useApi("GET /api/day-links/:token", { token })
  const company = useApi("GET /api/company").data?.name
  const queries = useQueryClient()
  const of = day.data
  useEffect(() => {
    document.title = [of ? `Sheet of ${of.date}` : "Sheet of the day", company].filter(Boolean).join(" · ")
  }, [of, company])
  return (
    <main className="sign-page">
      <header className="sign-head">
        <span className="mark" aria-hidden />
        <b>{company ?? "\u00a0"}</b>
      </header>
      <section className="panel">
        {of ? (
          <>
            <h1>{formatDay(of.date)}</h1>
            <p className="muted">
              {of.clientName}, {of.siteName}
            </p>
            <DaySheet
              key={of.text}
              day={of}
              passkeys={{ known: of.passkeys, company: company ?? "" }}
              sign={async (signing, passkey) =>
                void queries.setQueryData([path], await send("POST /api/day-links/:token", { token, body: { ...signing, ...(passkey && { passkey }) } }))
              }
            />
          </>
        ) : day.error instanceof ApiError && day.error.status === 404 ? (
          <div className="empty">
            <h1 className="empty-title">This link is no longer valid</h1>
            <p className="muted">Please ask the canteen for a new one.</p>
          </div>
        ) : day.isError ? (
          <ErrorPanel error={day.error} retry={() => void day.refetch()} />
        ) : (
          <Loading rows={6} label="Loading the sheet..." />
        )}
      </section>
    </main>
  )
}
