import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { ApiError, endSession, read } from "./api.ts"
import { inThePast } from "../instant.ts"
import { allReadAgain } from "./kept.ts"
import { isByPin } from "./unsent.ts"

/** The state of synchronisation with the server: everything saved, a write in progress, or no connection, and since when. */
export interface Sync {
  readonly state: "saved" | "saving" | "offline"
  readonly at: Date
}

let sync: Sync = { state: "saved", at: new Date() }
let savedAt = sync.at
let writing = 0
const listeners = new Set<() => void>()

const set = (state: Sync["state"], at = new Date()) => {
  if (state === sync.state && state !== "saved") return
  if (state === "saved") savedAt = at
  sync = { state, at }
  for (const listener of listeners) listener()
}

/** Whether the server is away, as far as this browser knows. */
export const isOffline = () => sync.state === "offline" || !navigator.onLine

/** A write has begun. */
export const markSaving = () => {
  writing++
  if (sync.state !== "offline") set("saving")
}

/** Marks the end of a write; the time changes only if it succeeded. */
export const markWritten = (well: boolean) => {
  writing = Math.max(0, writing - 1)
  if (sync.state === "offline" || writing > 0) return
  set("saved", well ? new Date() : savedAt)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The synchronisation state shown in the header. */
export const useSync = () => useSyncExternalStore(subscribe, () => sync)

interface Message {
  readonly position: number
  readonly lists: readonly string[]
}

/** Reloads the given lists, and everything below their paths. */
export const readAgain = (queries: QueryClient, lists: readonly string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && lists.some((list) => path === list || path.startsWith(`${list}/`)),
  })

const msToMidnight = () => {
  const juba = Date.now() + 2 * 3_600_000
  return 86_400_000 - (juba % 86_400_000) + 1_000
}

/**
 * Listens to the server's events and reloads the lists they name; everything when the date changes in Juba. Reconnects by itself; after a gap
 * everything on screen is reloaded. Returns a function that stops it. There are no events for the past.
 */
export const startLive = (queries: QueryClient) => {
  if (inThePast) return () => {}
  if (isByPin()) {
    set("offline")
    return () => {}
  }
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let midnight: ReturnType<typeof setTimeout> | undefined
  let gap = false

  const open = () => {
    clearTimeout(retry)
    source?.close()
    source = new EventSource("/api/events/stream")
    source.onopen = () => {
      set(writing > 0 ? "saving" : "saved")
      if (gap) {
        allReadAgain()
        void queries.invalidateQueries()
      }
      gap = false
    }
    source.onerror = () => {
      gap = true
      set("offline")
      // The browser gives up after an HTTP error; it repairs a lost connection itself.
      if (source?.readyState !== EventSource.CLOSED) return
      retry = setTimeout(open, 5_000)
      read("/api/auth/user").catch((error: unknown) => error instanceof ApiError && error.status === 401 && endSession())
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const { lists } = JSON.parse(data) as Message
      void readAgain(queries, lists)
      if (writing === 0) set("saved")
    }
  }
  const offline = () => {
    gap = true
    set("offline")
    // the old connection may still deliver messages, which would mark the device as connected
    source?.close()
    clearTimeout(retry)
    retry = setTimeout(open, 5_000)
  }
  const atMidnight = () => {
    midnight = setTimeout(() => {
      void queries.invalidateQueries()
      atMidnight()
    }, msToMidnight())
  }

  open()
  atMidnight()
  addEventListener("offline", offline)
  addEventListener("online", open)
  return () => {
    clearTimeout(retry)
    clearTimeout(midnight)
    source?.close()
    removeEventListener("offline", offline)
    removeEventListener("online", open)
  }
}
