/** Reads ahead on an enrolled device. */
import type { Query } from "@ops/client/calls.ts"
import { ApiError, href } from "@ops/platform/ui/data/api.ts"

export interface Ahead {
  readonly path: string
  readonly query?: Query | undefined
  /** it is read again only where this has changed */
  readonly version?: number
  /** the first page of a list */
  readonly isPage?: true
}
/**
 * A reader that reads what is not known yet in its version, one after the other, and ends where there is no connection. What the person may not read, or does
 * not exist, is not asked again; it does not stop the others.
 */
export const aheadBy = (read: (ahead: Ahead) => Promise<unknown>) => {
  /** By person and address: the version that was read. */
  const done = new Map<string, number | undefined>()
  return async (person: string, all: ReadonlyArray<Ahead>): Promise<void> => {
    for (const each of all) {
      const key = `${person} ${each.isPage ? "page " : ""}${href(each.path, each.query)}`
      if (done.has(key) && done.get(key) === each.version) continue
      try {
        await read(each)
        if (each.version !== undefined) done.set(key, each.version)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0
        if (status !== 403 && status !== 404) return
        done.set(key, each.version)
      }
    }
  }
}
