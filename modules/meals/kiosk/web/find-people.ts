/** Finds people by quickly typed or scanned input: a badge, a staff number, or the beginnings of names. */
import { readBadge } from "@ops/platform/access/badge.ts"

export interface Person {
  readonly id: number
  readonly staffNumber: string
  readonly badge?: string | null
  readonly firstName: string
  readonly lastName: string
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim()
const digits = (text: string) => text.replace(/\D/g, "").replace(/^0+/, "")

/** Whether the input is a typed number or a scanned card, and not a name. */
export const isNumber = (typed: string) => /\d/.test(typed)

/** The person with this badge or staff number: compared as written, or by digits alone if those match only one person. */
export const byNumber = <P extends Person>(people: readonly P[], typed: string): P | undefined => {
  const badge = readBadge(typed)
  if (badge !== undefined) return people.find((person) => person.badge === badge)
  const wanted = plain(typed)
  const exact = people.find(({ staffNumber }) => plain(staffNumber) === wanted)
  if (exact || !/^\d*[1-9]\d*$/.test(wanted)) return exact
  const alike = people.filter(({ staffNumber }) => digits(staffNumber) === digits(wanted))
  return alike.length === 1 ? alike[0] : undefined
}

/**
 * The matching people, the best match first; all of them by last name if nothing is typed. Every word must begin a part
 * of the name or occur in the staff number.
 */
export const findPeople = <P extends Person>(people: readonly P[], typed: string): readonly P[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const named = people.map((person) => ({ person, number: plain(person.staffNumber), parts: plain(`${person.firstName} ${person.lastName}`).split(/[\s'-]+/) }))
  const fits = named.filter(({ number, parts }) => words.every((word) => number.includes(word) || parts.some((part) => part.startsWith(word))))
  const sole = isNumber(typed) ? byNumber(people, typed) : undefined
  const far = ({ person }: (typeof named)[number]) => (person === sole ? 0 : 1)
  return fits
    .sort(
      (a, b) =>
        far(a) - far(b) ||
        a.person.lastName.localeCompare(b.person.lastName) ||
        a.person.firstName.localeCompare(b.person.firstName) ||
        a.person.id - b.person.id,
    )
    .map(({ person }) => person)
    .concat(sole && !fits.some(({ person }) => person === sole) ? [sole] : [])
}
