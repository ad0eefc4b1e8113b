import { allows, type SessionUser } from "@ops/platform/ui/data/session.tsx"
import { entryOf, sections } from "./navigation.ts"

/** Whether a person may open a screen. A screen that no entry names is open to everyone signed in. */
export const mayOpen = (user: SessionUser, path: string) => {
  const entry = entryOf(path)
  if (!entry) return true
  const department = user.department?.toLowerCase()
  return allows(user, entry.needs) || !!entry.departments?.some((name) => name.toLowerCase() === department)
}

/** The sidebar of a person: only screens that exist and that they may open. */
export const sectionsFor = (user: SessionUser, existing: ReadonlySet<string>) =>
  sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter((entry) => existing.has(entry.path) && mayOpen(user, entry.path)),
    }))
    .filter((section) => section.entries.length > 0)
