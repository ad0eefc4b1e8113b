import { type Command, commonGroup, Option } from "./command.ts"
import { siteTimeZone } from "../lists/column.ts"
import { Exit } from "./exit-codes.ts"

/** The output formats. `wide` is a table without omissions. */
const formats = ["table", "wide", "json", "ndjson", "csv", "plain"] as const
export type Format = (typeof formats)[number]

/** Options of every command about its output, its server and its messages. */
export interface CommonOptions {
  readonly format?: Format | undefined
  readonly fields?: readonly string[] | undefined
  readonly headers: boolean
  readonly expanded: boolean
  readonly timeZone: string
  /** the past time to read as of */
  readonly asOf?: string | undefined
  readonly profile?: string | undefined
  readonly url?: string | undefined
  readonly debug: boolean
  readonly verbose: boolean
}

const common = () => [
  new Option("-o, --output <format>", "how to print the data").choices(formats),
  new Option("--json", "the same as -o json").conflicts("output"),
  new Option("--fields <names>", "only these fields, in this order: a,b"),
  new Option("--no-headers", "no head line"),
  new Option("--expanded", "one field per line"),
  new Option("--tz <zone>", `time zone of the times in tables (${siteTimeZone})`),
  new Option("--as-of <time>", "show the data as known at the end of a day or month, at a time, or at @position"),
  new Option("--profile <name>", "the saved server and person to use"),
  new Option("--url <address>", "the server to call"),
  new Option("--debug", "show the stack trace of a failure"),
  new Option("-v, --verbose", "show the API calls"),
]

/**
 * Adds the common options to a command and all its sub-commands, so that they work before and after a sub-command and appear in help and completion
 * everywhere. Call it once the tree is complete.
 */
export const addCommonOptions = (command: Command): Command => {
  // a value that starts with a dash, as in `--sort -value`, is not an option of a parent
  command.enablePositionalOptions()
  for (const option of common()) command.addOption(option.helpGroup(commonGroup))
  for (const child of command.commands) addCommonOptions(child)
  return command
}

/** All values given for a command or its parents; the one closest to the command wins. */
const typed = (command: Command): Record<string, unknown> => {
  const values = command.parent ? typed(command.parent) : {}
  for (const [name, value] of Object.entries(command.opts())) if (command.getOptionValueSource(name) !== "default") values[name] = value
  return values
}

const knownZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone })
    return zone
  } catch {
    throw new Exit("usage", `"${zone}" is not a time zone.`, { next: "Name one like Africa/Juba or UTC." })
  }
}

/** Reads the common options of the running command. Throws `Exit` (usage) for an unknown time zone. */
export const commonOptions = (command: Command): CommonOptions => {
  const { output, json, fields, headers, expanded, tz, asOf, profile, url, debug, verbose } = typed(command) as {
    readonly [name: string]: string | boolean | undefined
  }
  const text = (value: string | boolean | undefined) => (typeof value === "string" ? value : undefined)
  return {
    format: json ? "json" : (text(output) as Format | undefined),
    fields: text(fields)
      ?.split(",")
      .map((field) => field.trim())
      .filter((field) => field !== ""),
    headers: headers !== false,
    expanded: expanded === true,
    // the usual one needs no check, which loads the time zones
    timeZone: tz === undefined ? siteTimeZone : knownZone(String(tz)),
    asOf: text(asOf),
    profile: text(profile),
    url: text(url),
    debug: debug === true,
    verbose: verbose === true,
  }
}
