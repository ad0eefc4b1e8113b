/** The week and day of a menu on a date, for the plan and the screens. */
import { daysBetween } from "@ops/platform/calendar.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"

/** The week and day of a cycle on a date; undefined before its start. */
export const cycleDay = ({ weeks, startDate }: { readonly weeks: number; readonly startDate: string }, date: string) => {
  if (date < startDate) return undefined
  const days = daysBetween(mondayOf(startDate), date)
  return { week: (Math.floor(days / 7) % weeks) + 1, day: (days % 7) + 1 }
}

/** The menu that applies on a date: of those in use, the one that started last. */
export const menuOn = <Menu extends { readonly id: number; readonly isActive: boolean; readonly startDate: string }>(
  menus: ReadonlyArray<Menu>,
  date: string,
): Menu | undefined =>
  menus
    .filter(({ isActive, startDate }) => isActive && startDate <= date)
    .sort((a, b) => (a.startDate === b.startDate ? b.id - a.id : a.startDate < b.startDate ? 1 : -1))[0]
