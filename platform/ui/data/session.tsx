import type { Permission } from "../../access/levels.ts"
import type { Language } from "../../language/languages.ts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react"
import { ApiError, keepRead, read, write } from "./api.ts"
import { inThePast } from "../instant.ts"
import { firstReadsKey } from "./first-reads.ts"
import { forgetAnswers, personIsKnown } from "./kept.ts"
import { startLive } from "./live.ts"
import { languageKey } from "../language/words.ts"
import { logoutPath } from "./kept-entries.ts"
import { isByPin, lock, pinPeople, setPersonHere, unlock, unsent } from "./unsent.ts"

export interface SessionSite {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly label: string
}

/** The signed-in person, as returned by the server. */
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
  /** The working site, with an id of null for all sites; null until one is chosen. */
  readonly workingSite: { readonly siteId: number | null } | null
  /** The language of their screens; null until they choose one. */
  readonly language: Language | null
  readonly biometricEnabled: boolean
  /** The number of registered passkeys. */
  readonly passkeys: number
  readonly lastLogin: string | null
  /** Signed in by demo mode's simulated scan, which proves nothing: may not approve money. */
  readonly simulated: boolean
  /** Must choose a new password before doing anything else. */
  readonly mustChangePassword?: boolean
}

/** Stored in the browser for a greeting before the server has answered; never trusted. */
interface Hint {
  readonly firstName: string
  readonly position: string | null
  readonly lastLogin: string | null
}

const hintKey = "biometric-user"

/** The stored greeting; invalid data is removed silently. */
export const storedHint = (): Hint | undefined => {
  try {
    const hint = JSON.parse(localStorage.getItem(hintKey) ?? "null") as Hint | null
    return hint && typeof hint.firstName === "string" ? hint : undefined
  } catch {
    localStorage.removeItem(hintKey)
    return undefined
  }
}

const remember = (user: SessionUser | null) => {
  if (user === null) {
    forgetAnswers()
    // a person's recent pages are private once they have signed out
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

/** Set from signing out until the server has been notified. */
const leavingKey = "leaving"

/** Ends the session at the server. */
const leave = async () => {
  await write("POST", await logoutPath()).catch(nullIfSignedOut)
  localStorage.removeItem(leavingKey)
}

/** Reads the signed-in person; `null` if there is none. A person who signed out while offline is signed out now, and not shown again. */
export const readSession = async (signal?: AbortSignal) => {
  if (localStorage.getItem(leavingKey)) await leave().catch((error: unknown) => (isByPin() ? undefined : Promise.reject(error as Error)))
  return read<SessionUser>("/api/auth/user", undefined, signal).catch(nullIfSignedOut)
}

/**
 * Whether a person holds any of the permissions: level 10 always does, and the full permission of an area includes the area. Without required
 * permissions everyone may.
 */
export const allows = (user: Pick<SessionUser, "accessLevel" | "permissions">, anyOf: readonly string[]) =>
  anyOf.length === 0 ||
  user.accessLevel >= 10 ||
  anyOf.some((wanted) => user.permissions.includes(wanted) || user.permissions.includes(`${wanted.split(".")[0]}.full`))

interface Session {
  /** `undefined` until the server has answered, `null` if no one is signed in. */
  readonly user: SessionUser | null | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Whether they may do something; always false in the past. */
  readonly can: (...anyOf: readonly Permission[]) => boolean
  /** Whether they may see something. */
  readonly sees: (...anyOf: readonly Permission[]) => boolean
  readonly signedIn: (user: SessionUser) => void
  readonly signOut: () => Promise<void>
  /** No one is signed in because the last person signed out deliberately. */
  readonly left: boolean
}

const Context = createContext<Session | undefined>(undefined)

/** Provides the session to everything below it and keeps the live connection open while a person is signed in. */
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
    if (user && pinPeople().length > 0) setPersonHere(user.id, isByPin())
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
        localStorage.removeItem(firstReadsKey)
        queries.removeQueries({
          predicate: ({ queryKey: [path] }) => path !== sessionKey[0] && path !== "/api/company",
        })
        queries.setQueryData(sessionKey, next)
        setLeft(false)
        localStorage.removeItem(leavingKey)
        setPersonHere(pinPeople().length > 0 ? next.id : null)
        unlock()
        keepRead(sessionKey[0], next)
        remember(next)
      },
      left,
      signOut: async () => {
        setLeft(true)
        for (const key of Object.keys(localStorage)) if (!key.startsWith(unsent) && key !== languageKey) localStorage.removeItem(key)
        localStorage.setItem(leavingKey, "1")
        setPersonHere(null)
        forgetAnswers()
        await leave().catch(() => undefined)
        lock()
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

/** The session, also if no one is signed in. */
export const useSession = () => {
  const session = useContext(Context)
  if (!session) throw new Error("useSession is used outside SessionProvider")
  return session
}

/** The signed-in person; for everything inside the shell. */
export const useUser = () => {
  const { user } = useSession()
  if (!user) throw new Error("useUser is used where no one is signed in")
  return user
}
