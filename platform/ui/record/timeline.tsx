import { formatDaysIn, formatInstant, instant } from "../date.tsx"
import { inWords } from "../../text.ts"
import { Before } from "../before.tsx"
import { changedValue } from "./changed-value.ts"
import "./timeline.css"

export interface TimelineEvent {
  /** The event's position in the log. */
  readonly position: number | string
  readonly at: string
  /** when it arrived, if it was done on a device */
  readonly recordedAt?: string | undefined
  readonly by?: string | null
  readonly text: string
  /** An anomaly of the event, such as `sent late after 42 min offline`. */
  readonly note?: string | null
  readonly changes?: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[]
}

const forms = { instant: formatInstant, text: formatDaysIn }
const positions = new Intl.NumberFormat("en-US")

/** The events of a record, in the given order, newest first. */
export const Timeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className="timeline">
    {events.map((event) => (
      <li key={event.position}>
        <p>{formatDaysIn(event.text)}</p>
        {event.changes && event.changes.length > 0 && (
          <ul className="changes">
            {event.changes.map((change) => (
              <li key={change.field}>
                <span className="muted">{inWords(change.field)}</span> <del>{changedValue(change.from, forms)}</del> <span aria-hidden>→</span>{" "}
                <ins>{changedValue(change.to, forms)}</ins>
              </li>
            ))}
          </ul>
        )}
        <small>
          <time dateTime={instant(event.at).toISOString()} title={instant(event.at).toISOString()}>
            {formatInstant(event.at)}
          </time>
          {event.by && ` by ${event.by}`}
          {event.recordedAt && ` · recorded ${formatInstant(event.recordedAt)}`}
          {event.note && ` · ${event.note}`}
          {` · event ${Number.isNaN(Number(event.position)) ? event.position : positions.format(Number(event.position))}`}
          <Before position={event.position} />
        </small>
      </li>
    ))}
  </ol>
)
