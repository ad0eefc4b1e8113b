/** A calendar in the format of RFC 5545. Every event spans whole days, which are dates in Juba and require no time zone. */
import { addDays } from "@ops/platform/calendar.ts"

export interface CalendarEvent {
  /** stable for the same event */
  readonly uid: string
  readonly summary: string
  readonly description?: string
  readonly location?: string
  /** the first and last day */
  readonly from: string
  readonly to: string
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "")
const day = (date: string) => date.replaceAll("-", "")

/** Lines of at most 75 bytes: longer ones continue on the next line after a space, without splitting a character. */
export const folded = (line: string): string => {
  let [text, bytes] = ["", 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) [text, bytes] = [`${text}\r\n `, 1]
    text += character
    bytes += size
  }
  return text
}

/** `now` is the time of generation, in ISO 8601. */
export const calendarText = (name: string, events: ReadonlyArray<CalendarEvent>, now: string): string => {
  const stamp = `${now.slice(0, 19).replace(/[-:]/g, "")}Z`
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Field Office//Calendars//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "X-WR-TIMEZONE:Africa/Juba",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap(({ uid, summary, description, location, from, to }) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day(from)}`,
      // the day after the last day
      `DTEND;VALUE=DATE:${day(addDays(to, 1))}`,
      `SUMMARY:${escaped(summary)}`,
      ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
      ...(location ? [`LOCATION:${escaped(location)}`] : []),
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ]
  return `${lines.map(folded).join("\r\n")}\r\n`
}
