import { openInstant, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatTime, instant } from "@ops/platform/ui/date.tsx"
import { asOf, hereAt, instantIs, shownAt } from "@ops/platform/ui/instant.ts"
import { useSlow } from "@ops/platform/ui/loading.tsx"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"

const days = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Juba", day: "numeric", month: "long", year: "numeric" })
const positions = new Intl.NumberFormat("en-US")

/** `31 October 2026, 23:59`, and the event if one was given. */
const words = () => {
  const at = shownAt()
  const event = asOf?.startsWith("@") ? `event ${positions.format(Number(asOf.slice(1)))}` : undefined
  if (!at) return event ? `what followed ${event}` : (asOf ?? "")
  return `${days.format(at)}, ${formatTime(instant(at))}${event ? ` (${event})` : ""}`
}

const BackToNow = () => (
  <a className="link" href={hereAt(null)}>
    Back to now
  </a>
)

/** A screen of the past: the instant is opened first, then the screen is shown under a banner with its moment. */
export default function Past({ children }: { children: ReactNode }) {
  const label = useId()
  const opened = useQuery({
    queryKey: ["instant", asOf],
    queryFn: async ({ signal }) => {
      const found = await openInstant(signal)
      instantIs(found)
      return found
    },
  })
  const slow = useSlow(opened.isPending)
  if (opened.isError)
    return (
      <main id="main" tabIndex={-1}>
        <div className="past-band" data-failed />
        <div className="past-wait" role="alert">
          <h2>This moment cannot be shown</h2>
          <p>{sentenceOf(opened.error)}</p>
          <div className="line">
            <Button kind="primary" asChild>
              <a href={hereAt(null)}>Back to now</a>
            </Button>
            <Button onClick={() => void opened.refetch()}>Retry</Button>
          </div>
        </div>
      </main>
    )
  if (opened.isPending)
    return (
      <main id="main" tabIndex={-1} aria-busy>
        <div className="past-band" />
        {slow && (
          <div className="past-wait">
            <h2 id={label} role="status">
              Preparing {words()}
            </h2>
            <div className="past-bar" role="progressbar" aria-labelledby={label} />
            <p className="muted">The first look at a moment takes a few seconds.</p>
            <p>
              <BackToNow />
            </p>
          </div>
        )}
      </main>
    )
  return (
    <>
      <div className="past-band" role="status">
        <span>
          Viewing <b>{words()}</b>, as recorded at that time. Read only.
        </span>
        <BackToNow />
      </div>
      {children}
    </>
  )
}
