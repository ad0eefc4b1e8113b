/** Recently visited pages, kept for each person in this browser until they sign out. */

export interface Recent {
  readonly label: string
  readonly path: string
  /** its type: Page, Invoice … */
  readonly kind: string
}

const most = 8
const keyOf = (userId: string) => `recent:${userId}`

const isRecent = (each: Partial<Recent> | null): each is Recent =>
  typeof each?.path === "string" && typeof each.label === "string" && typeof each.kind === "string"

/** Latest first; empty if the stored data cannot be read. */
export const recentOf = (userId: string): readonly Recent[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

export const remember = (userId: string, visited: Recent) => {
  const others = recentOf(userId).filter(({ path }) => path !== visited.path)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([visited, ...others].slice(0, most)))
  } catch {
    // if storage is full, only the list of recent items is lost
  }
}
