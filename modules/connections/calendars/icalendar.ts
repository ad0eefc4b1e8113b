/** A calendar as RFC 5545 has it. Every event is of whole days, which are Juba's by themselves and need no time zone. */
import { addDays } from "@ops/platform/calendar.ts"

export interface CalendarEvent {
  /** stays the same as long as it is the same event */
  readonly uid: string
  readonly summary: string
  readonly description?: string
  readonly location?: string
  /** the first and the last day */
  readonly from: string
  readonly to: string
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "")
const day = (date: string) => date.replaceAll("-", "")

/** Lines of 75 bytes at most: what is longer goes on in the next line, after a blank, and no character is torn. */
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

/** `now` is when it was made, in ISO 8601. */
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
      // the day after the last
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
