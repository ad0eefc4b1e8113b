/** The events of a calendar, from the rows that a person may currently see. */
import { addDays } from "@ops/platform/calendar.ts"
import type { CalendarEvent } from "./icalendar.ts"

interface Row {
  readonly id: number
  readonly name: string
  readonly startDate: string
  readonly endDate: string | null
  readonly role: string
  readonly siteName: string | null
  readonly rotation: { readonly daysOn: number; readonly daysOff: number } | null
  readonly planNumber: string
  readonly nextDue: string | null
}
/** Number of past and future days in a calendar. */
export const [before, ahead] = [90, 366]

/** Neither the reason nor the type of leave is included, as the type may reveal the reason. */
export const leaveEvent = ({ id, name, startDate, endDate }: Row): ReadonlyArray<CalendarEvent> => [
  { uid: `leave-${id}`, summary: `${name}: on leave`, from: startDate, to: endDate ?? startDate },
]

/** An assignment is one event; a rotation has one event for each turn within the days of the calendar. */
export const rosterEvents = ({ id, name, role, siteName, startDate, endDate, rotation }: Row, today: string): ReadonlyArray<CalendarEvent> => {
  const [first, last] = [addDays(today, -before), addDays(today, ahead)]
  const ends = endDate !== null && endDate < last ? endDate : last
  const one = { summary: `${name}: ${role}`, ...(siteName !== null && { location: siteName }) }
  if (rotation === null) return [{ ...one, uid: `roster-${id}`, from: startDate, to: ends < startDate ? startDate : ends }]
  const turns: Array<CalendarEvent> = []
  for (let from = startDate; from <= ends; from = addDays(from, rotation.daysOn + rotation.daysOff)) {
    const to = addDays(from, rotation.daysOn - 1)
    if (to >= first) turns.push({ ...one, uid: `roster-${id}-${from}`, from, to: to < ends ? to : ends })
  }
  return turns
}

export const maintenanceEvent = ({ id, planNumber, name, nextDue, siteName }: Row): ReadonlyArray<CalendarEvent> =>
  nextDue === null
    ? []
    : [{ uid: `maintenance-${id}-${nextDue}`, summary: `${planNumber} ${name}`, ...(siteName && { location: siteName }), from: nextDue, to: nextDue }]

export type FeedRow = Row
