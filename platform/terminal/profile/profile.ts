import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import * as path from "node:path"
import { type Shape, shaped } from "../../shape.ts"
import { Exit } from "../exit-codes.ts"
import type { Environment } from "../terminal.ts"

/** A saved server and the person signed in there. */
export interface Profile {
  readonly url?: string
  readonly employeeId?: string
  /** the scope of the saved token; unrestricted if missing */
  readonly scope?: string
}

/** The content of `config.json`: the profiles, and the one in use if none is named. */
export interface Config {
  readonly profile?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

const text = (name: string) => [name, "string", 1] as const
const configShape: Shape = {
  fields: [text("profile"), ["profiles", { record: { fields: [text("url"), text("employeeId"), text("scope")] } }]],
}

/** A secret wrapped in a function, so that printing it does not reveal it. */
export type Secret = () => string

const defaultProfile = "default"
const defaultUrl = "http://localhost:3000"

/** The configuration folder: OPS_CONFIG_DIR, else `ops` under XDG_CONFIG_HOME, else under `~/.config`. */
export const configFolder = (env: Environment): string => {
  const home = env.XDG_CONFIG_HOME
  // the XDG specification: a relative path is ignored
  return env.OPS_CONFIG_DIR || path.join(home && path.isAbsolute(home) ? home : path.join(homedir(), ".config"), "ops")
}

const configFile = (env: Environment) => path.join(configFolder(env), "config.json")

/** The token's file; the profile name is part of its path, so it must be a plain word. */
const tokenFile = (profile: string, env: Environment) => path.join(configFolder(env), `${plainName(profile)}.token`)

const plainName = (name: string) => {
  if (/^[a-z0-9][a-z0-9._-]*$/i.test(name)) return name
  throw new Exit("usage", `"${name}" cannot name a profile.`, {
    next: "Use letters, digits, dot, dash and underscore.",
  })
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT"

/** Files are read and written at once, because loading `node:fs/promises` takes longer than all of them. */
const readOptional = (file: string) => {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Exit("failure", `${file} cannot be read.`, { why: (error as Error).message, cause: error })
  }
}

/** Atomically replaces a private file: it is never half written and never readable by others. */
const writePrivate = (file: string, content: string) => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Reads the configuration; empty if there is none yet. Throws `Exit` (usage) if the file is not a valid configuration. */
export const readConfig = async (env: Environment): Promise<Config> => {
  const file = configFile(env)
  const content = readOptional(file)
  if (content === undefined) return { profiles: {} }
  try {
    return shaped(configShape, JSON.parse(content)) as Config
  } catch (cause) {
    throw new Exit("usage", `${file} is not a valid configuration.`, {
      why: cause instanceof Error ? cause.message : undefined,
      next: "Correct it, or remove it and sign in again.",
      cause,
    })
  }
}

/** Saves a profile and makes it the one in use. */
export const saveProfile = async (name: string, profile: Profile, env: Environment): Promise<void> => {
  const { profiles } = await readConfig(env)
  const config = { profile: plainName(name), profiles: { ...profiles, [name]: profile } }
  writePrivate(configFile(env), `${JSON.stringify(config, undefined, 2)}\n`)
}

/** Makes a saved profile the one in use. */
export const useProfile = async (name: string, env: Environment): Promise<void> => {
  const { profiles } = await readConfig(env)
  if (!Object.hasOwn(profiles, name)) {
    throw new Exit("usage", `There is no profile "${name}".`, { next: `Choose one of: ${Object.keys(profiles).join(", ") || "none yet; ops login makes one"}` })
  }
  writePrivate(configFile(env), `${JSON.stringify({ profile: name, profiles }, undefined, 2)}\n`)
}

/** Saves the token of a profile in a file that only its owner can read. */
export const saveToken = async (profile: string, token: Secret, env: Environment): Promise<void> => writePrivate(tokenFile(profile, env), `${token()}\n`)

/** Deletes the token of a profile, if there is one. */
export const removeToken = async (profile: string, env: Environment): Promise<void> => rmSync(tokenFile(profile, env), { force: true })

/** Reads the token of a profile. Throws `Exit` (not allowed) if others can read its file. */
export const readToken = async (profile: string, env: Environment): Promise<Secret | undefined> => {
  const file = tokenFile(profile, env)
  const content = readOptional(file)
  if (content === undefined) return undefined
  if (process.platform !== "win32" && statSync(file).mode & 0o077)
    throw new Exit("notAllowed", `Other accounts can read the token in ${file}.`, {
      next: `chmod 600 ${file}, and sign in again if in doubt.`,
    })
  return () => content.trim()
}

/** A setting and its source, in words: `--url`, `OPS_URL`, `profile juba`, `default`. */
export interface Sourced<A> {
  readonly value: A
  readonly from: string
}

export interface Effective {
  readonly profile: Sourced<string>
  readonly url: Sourced<string>
  readonly employeeId: Sourced<string | undefined>
  readonly token: Sourced<Secret | undefined>
  /** whether the token permits more than reading */
  readonly mayWrite: boolean
}

const none = { value: undefined, from: "not set" } as const

/** The first source that has a value; an empty variable counts as unset. */
const first = (...sources: readonly (readonly [string | undefined, string])[]): Sourced<string> | undefined => {
  const found = sources.find(([value]) => value)
  return found && { value: found[0]!, from: found[1] }
}

const originOf = ({ value, from }: Sourced<string>) => {
  const url = URL.parse(value)
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin
  throw new Exit("usage", `"${value}" (${from}) is not a server address.`, {
    next: "Give one like https://ops.example.com.",
  })
}

/**
 * The effective settings: flags, then OPS_PROFILE, OPS_URL and OPS_TOKEN, then the profile. A saved token is only sent to the server that issued it;
 * with another address it is ignored. Throws `Exit` (usage) for an unknown profile, unless an address is given with it, as for the first sign-in.
 */
export const effective = async (flags: { readonly profile?: string | undefined; readonly url?: string | undefined }, env: Environment): Promise<Effective> => {
  const config = await readConfig(env)
  const profile = first([flags.profile, "--profile"], [env.OPS_PROFILE, "OPS_PROFILE"], [config.profile, "config.json"], [defaultProfile, "default"])!
  const saved = Object.hasOwn(config.profiles, profile.value) ? config.profiles[profile.value] : undefined
  const inProfile = `profile ${profile.value}`
  const given = first([flags.url, "--url"], [env.OPS_URL, "OPS_URL"])
  if (!saved && !given && profile.from !== "default")
    throw new Exit("usage", `There is no profile "${profile.value}" (${profile.from}).`, {
      next: `ops login --profile ${profile.value} --url https://…`,
    })
  const url = given ?? first([saved?.url, inProfile], [defaultUrl, "default"])!
  const origin = originOf(url)
  const home = first([saved?.url, inProfile], [defaultUrl, "default"])!
  const fromFile = origin === originOf(home) ? await readToken(profile.value, env) : undefined
  const { OPS_TOKEN } = env
  return {
    profile,
    url,
    employeeId: saved?.employeeId ? { value: saved.employeeId, from: inProfile } : none,
    token: OPS_TOKEN ? { value: () => OPS_TOKEN, from: "OPS_TOKEN" } : fromFile ? { value: fromFile, from: inProfile } : none,
    mayWrite: Boolean(OPS_TOKEN) || saved?.scope === undefined || /\ball\b|:write\b/.test(saved.scope),
  }
}
