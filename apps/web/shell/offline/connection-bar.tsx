/** A bar above the screen: no connection, outdated lists, a new version. Nothing if all is in order. */
import { allReadAgain, useKeptSince } from "@ops/platform/ui/data/kept.ts"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isByPin, lock } from "@ops/platform/ui/data/unsent.ts"
import { dayOf, formatInstant, formatTime, today } from "@ops/platform/ui/date.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { CloudOff, History, KeyRound, RefreshCw } from "lucide-react"
import { useEffect } from "react"
import { Link, useLocation } from "react-router-dom"
import { install, useInstalled } from "./installed.ts"
import "./offline.css"
import { prefetch } from "./prefetch.ts"
import { keepRows, useWaiting } from "./sources.ts"

const look = { size: 16, strokeWidth: 1.75, "aria-hidden": true }
/** A time today; otherwise with its date. */
const timeOf = (at: Date) => (dayOf(at) === today() ? formatTime(at) : formatInstant(at))

export default () => {
  const { state, at } = useSync()
  const queries = useQueryClient()
  const since = useKeptSince()
  const { update } = useInstalled()
  // from then on every screen opens offline; the first one has priority
  useEffect(() => void (import.meta.env.PROD && install()), [])
  useEffect(keepRows, [])
  // the screen that this bar links to is wanted without a connection
  useEffect(() => prefetch("/outbox"), [])
  const user = useUser()
  const { pathname } = useLocation()
  const waiting = useWaiting(String(user.id))
  const refused = waiting.filter((each) => each.refused !== undefined).length
  const unsent = waiting.length - refused
  const asOf = since && ` Lists as of ${timeOf(since)}.`
  const outbox = waiting.length > 0 && pathname !== "/outbox" && <Link to="/outbox">View outbox</Link>
  if (isByPin())
    return (
      <div className="connection" role="status">
        <KeyRound {...look} />
        <p>
          <b>
            {user.firstName} {user.lastName}, with a PIN.
          </b>
          {asOf} What you record is signed, kept on this device and sent automatically.
        </p>
        {outbox}
        <button type="button" onClick={lock}>
          Lock
        </button>
      </div>
    )
  if (state === "offline")
    return (
      <div className="connection" data-tone="warn" role="status">
        <CloudOff {...look} />
        <p>
          <b>Offline since {timeOf(at)}.</b>
          {asOf}{" "}
          {unsent > 0
            ? `Keep going: ${unsent} ${unsent === 1 ? "entry is" : "entries are"} saved on this device and will be sent when the connection returns.`
            : "Some screens save what you enter on this device and say so."}
        </p>
        {outbox}
      </div>
    )
  if (since)
    return (
      <div className="connection" data-tone="warn" role="status">
        <History {...look} />
        <p>
          <b>Not everything could be updated.</b>
          {asOf}
        </p>
        <button
          type="button"
          onClick={() => {
            allReadAgain()
            void queries.invalidateQueries()
          }}
        >
          Try again
        </button>
      </div>
    )
  if (refused > 0)
    return (
      <div className="connection" data-tone="bad" role="status">
        <CloudOff {...look} />
        <p>
          <b>{refused === 1 ? "One entry was refused." : `${refused} entries were refused.`}</b> {refused === 1 ? "It is" : "They are"} kept on this device.
        </p>
        {outbox}
      </div>
    )
  if (update)
    return (
      <div className="connection" role="status">
        <RefreshCw {...look} />
        <p>A new version is ready. Save what you are typing first.</p>
        <button type="button" onClick={update}>
          Restart with the new version
        </button>
      </div>
    )
  return null
}
