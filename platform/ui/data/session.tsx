import type { Permission } from "../../access/levels.ts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react"
import { ApiError, keepRead, read, write } from "./api.ts"
import { inThePast } from "../instant.ts"
import { forgetAnswers, personIsKnown } from "./kept.ts"
import { startLive } from "./live.ts"

export interface SessionSite {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly label: string
}

/** Who is signed in, as the server says. */
export interface SessionUser {
  readonly id: string
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly position: string | null
  readonly department: string | null
  readonly role: string
  readonly accessLevel: number
  readonly levelName: string
  readonly levelDescription: string
  readonly permissions: readonly string[]
  readonly site: SessionSite | null
  readonly siteConfined: boolean
  /** The site chosen to work with, with an id of null for all sites; null until one is chosen. */
  readonly workingSite: { readonly siteId: number | null } | null
  readonly biometricEnabled: boolean
  /** How many keys of their devices are registered. */
  readonly passkeys: number
  readonly lastLogin: string | null
  /** Signed in by the scan of demo mode, which proves nothing: may not approve money. */
  readonly simulated: boolean
  /** May do nothing before choosing a password of their own. */
  readonly mustChangePassword?: boolean
}

/** What is kept in the browser to greet with before the server has answered; never trusted. */
interface Hint {
  readonly firstName: string
  readonly position: string | null
  readonly lastLogin: string | null
}

const hintKey = "biometric-user"

/** The stored greeting; what does not parse is removed without a word. */
export const storedHint = (): Hint | undefined => {
  try {
    const hint = JSON.parse(localStorage.getItem(hintKey) ?? "null") as Hint | null
    return hint && typeof hint.firstName === "string" ? hint : undefined
  } catch {
    localStorage.removeItem(hintKey)
    return undefined
  }
}

/** A list that this browser keeps under a key that begins so has not reached the server yet: it stays after signing out. */
export const unsent = "unsent:"
/** This browser is an enrolled device: its key, and what it has signed, outlast every session. */
export const enrolledKey = `${unsent}device`
export const keepsUnsent = () => Object.entries(localStorage).some(([key, list]) => key.startsWith(unsent) && key !== enrolledKey && list !== "[]")

const remember = (user: SessionUser | null) => {
  if (user === null) {
    forgetAnswers()
    // where a person was of late is private once they have signed out
    for (const key of Object.keys(localStorage)) if (key.startsWith("recent:")) localStorage.removeItem(key)
    return localStorage.removeItem(hintKey)
  }
  const { firstName, position, lastLogin } = user
  localStorage.setItem(hintKey, JSON.stringify({ firstName, position, lastLogin } satisfies Hint))
}

export const sessionKey = ["/api/auth/user"] as const

const nullIfSignedOut = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** Set from signing out until the server has been told. */
const leavingKey = "leaving"

/** Ends the session at the server, whose answer empties this browser where nothing in it is unsent. */
const leave = async () => {
  await write("POST", keepsUnsent() || localStorage.getItem(enrolledKey) !== null ? "/api/auth/logout?keep=unsent" : "/api/auth/logout").catch(nullIfSignedOut)
  localStorage.removeItem(leavingKey)
}

/** Reads who is signed in; `null` if no one. A person who signed out while offline is signed out now, and not shown again. */
export const readSession = async (signal?: AbortSignal) => {
  if (localStorage.getItem(leavingKey)) await leave()
  return read<SessionUser>("/api/auth/user", undefined, signal).catch(nullIfSignedOut)
}

/**
 * Whether a person holds any of the permissions: level 10 always, and the full permission of an area covers the area.
 * Without a required permission no one is refused.
 */
export const allows = (user: Pick<SessionUser, "accessLevel" | "permissions">, anyOf: readonly string[]) =>
  anyOf.length === 0 ||
  user.accessLevel >= 10 ||
  anyOf.some((wanted) => user.permissions.includes(wanted) || user.permissions.includes(`${wanted.split(".")[0]}.full`))

interface Session {
  /** `undefined` until the server has said, `null` when no one is signed in. */
  readonly user: SessionUser | null | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Whether they may do something: nothing in the past. */
  readonly can: (...anyOf: readonly Permission[]) => boolean
  /** Whether they may see something. */
  readonly sees: (...anyOf: readonly Permission[]) => boolean
  readonly signedIn: (user: SessionUser) => void
  readonly signOut: () => Promise<void>
  /** No one is signed in because the last person signed out on purpose. */
  readonly left: boolean
}

const Context = createContext<Session | undefined>(undefined)

/** Holds the session for everything below it and keeps the live connection open while a person is signed in. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queries = useQueryClient()
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    gcTime: Number.POSITIVE_INFINITY,
  })
  const [left, setLeft] = useState(false)
  const id = user?.id

  useEffect(() => {
    if (user !== undefined) remember(user)
    if (user) personIsKnown()
  }, [user])
  useEffect(() => (id === undefined ? undefined : startLive(queries)), [id, queries])

  const session = useMemo<Session>(
    () => ({
      user,
      error,
      retry: () => void refetch(),
      can: (...anyOf) => !inThePast && !!user && allows(user, anyOf),
      sees: (...anyOf) => !!user && allows(user, anyOf),
      signedIn: (next) => {
        // Nothing that an earlier person has read may be shown to the next.
        forgetAnswers()
        queries.removeQueries({
          predicate: ({ queryKey: [path] }) => path !== sessionKey[0] && path !== "/api/company",
        })
        queries.setQueryData(sessionKey, next)
        setLeft(false)
        localStorage.removeItem(leavingKey)
        keepRead(sessionKey[0], next)
        remember(next)
      },
      left,
      signOut: async () => {
        setLeft(true)
        for (const key of Object.keys(localStorage)) if (!key.startsWith(unsent)) localStorage.removeItem(key)
        localStorage.setItem(leavingKey, "1")
        forgetAnswers()
        await leave().catch(() => undefined)
        queries.setQueryData(sessionKey, null)
        queries.removeQueries({
          predicate: ({ queryKey: [path] }) => path !== sessionKey[0] && path !== "/api/company",
        })
      },
    }),
    [user, error, refetch, queries, left],
  )
  return <Context value={session}>{children}</Context>
}

/** The session, also where no one is signed in. */
export const useSession = () => {
  const session = useContext(Context)
  if (!session) throw new Error("useSession is used outside SessionProvider")
  return session
}

/** The person signed in; for everything inside the shell. */
export const useUser = () => {
  const { user } = useSession()
  if (!user) throw new Error("useUser is used where no one is signed in")
  return user
}
