import { allows, type SessionUser } from "@ops/platform/ui/data/session.tsx"
import { entryOf, sections } from "./navigation.ts"

/** Whether a person may open a screen. A screen without an entry is open to everyone signed in. */
export const mayOpen = (user: SessionUser, path: string) => {
  const entry = entryOf(path)
  if (!entry) return true
  const department = user.department?.toLowerCase()
  return allows(user, entry.needs) || !!entry.departments?.some((name) => name.toLowerCase() === department)
}

/** A person's sidebar on a given day: only existing screens that they may open, each with its address. */
export const sectionsFor = (user: SessionUser, existing: ReadonlySet<string>, lastMonth: string) =>
  sections
    .map((section) => ({
      ...section,
      entries: section.entries
        .filter((entry) => existing.has(entry.path) && mayOpen(user, entry.path))
        .map(({ subs = [], ...entry }) => ({
          ...entry,
          subs: subs.flatMap(({ label, to, screen, count, needs = [] }) => {
            const address = typeof to === "string" ? to : to(lastMonth)
            return mayOpen(user, screen ?? address.split("?")[0]!) && allows(user, needs) ? [{ label, to: address, count }] : []
          }),
        })),
    }))
    .filter((section) => section.entries.length > 0)

export type ShownSection = ReturnType<typeof sectionsFor>[number]
export type ShownEntry = ShownSection["entries"][number]
