/** The environment, read once: the settings an operator can make, their meaning, and where each value came from. */
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { isIP } from "node:net"
import * as path from "node:path"
import { Context, Effect, Layer, Redacted, Result, Schema, SchemaTransformation } from "effect"
import { folderOfDatabase, privateFolder } from "./private-folder.ts"
import { declarationOf, type VariableName, variables } from "./variables.ts"

/** The environment is invalid: one sentence per variable, with the given and the allowed value. */
export class ConfigError extends Schema.TaggedError<ConfigError>()("ConfigError", { message: Schema.String }) {}

export interface SignInService {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted | undefined
  /** display name */
  readonly name: string
  /** the claim that identifies the account: email, or one that contains the employee ID */
  readonly claim: string
  /** the claim that lists a person's groups */
  readonly groups: string
  readonly scope: string
}

export interface Settings {
  /** 0 means any free port */
  readonly port: number
  readonly host: string
  /** the origin shown in the browser: scheme, host and port, without a trailing slash */
  readonly origin: string
  readonly mode: "demo" | "production"
  /** absolute path; contains the embedded database, files and keys */
  readonly dataFolder: string
  /** undefined: the embedded database */
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly embeddedInProduction: boolean
  /** undefined: mails are saved as files in the data folder */
  readonly smtpUrl: Redacted.Redacted | undefined
  readonly mailFrom: string
  /** the password of every demo account; undefined in production */
  readonly demoPassword: Redacted.Redacted | undefined
  /** whether the demo data is loaded at the first start in demo mode, or on request from the banner */
  readonly demoData: "at-start" | "on-request"
  /** mixed into every password hash; undefined in demo mode until `Config.layer` has created one */
  readonly pepper: Redacted.Redacted | undefined
  /** encrypts the keys of personal data; undefined: demo mode creates one in the data folder */
  readonly personalKey: Redacted.Redacted | undefined
  /** PEM: the private key that signs the log's seals, and the public keys of its predecessors; undefined: demo mode creates one in the data folder */
  readonly sealKey: Redacted.Redacted | undefined
  /** the file, outside the database, to which each seal's note is appended */
  readonly sealNotes: string
  /** seconds between two seals while there are new events */
  readonly sealSeconds: number
  /** the recipient of mails with the seal of each day's and month's end */
  readonly auditorMail: string | undefined
  /** this is a copy of an installation for training or experiments, which branches off at this time; undefined in a regular installation */
  readonly rehearsal: string | undefined
  /** the folder in which the age of the newest backup is monitored */
  readonly backups: string | undefined
  /** the token for reading the metrics; undefined: there are none */
  readonly metricsToken: Redacted.Redacted | undefined
  /** the OTLP endpoint for traces */
  readonly tracesUrl: string | undefined
  /** the OpenID Connect service for signing in; undefined: passwords and passkeys only */
  readonly signInService: SignInService | undefined
  /** private addresses and networks that webhooks may reach */
  readonly webhookNetworks: ReadonlyArray<string>
  /** addresses and networks (`10.0.0.0/8`) trusted to report a caller's address */
  readonly trustedProxies: ReadonlyArray<string>
  /** where each value came from, by the variable's name */
  readonly sources: Readonly<Record<string, string>>
}

/** The settings of this process. */
export class Config extends Context.Service<Config, Settings & { readonly pepper: Redacted.Redacted }>()("@ops/platform/Config") {
  /** Reads an environment. Demo mode creates a pepper in the data folder if there is none. */
  static readonly from = (env: Readonly<Record<string, string | undefined>>): Layer.Layer<Config, ConfigError> =>
    Layer.effect(
      Config,
      Effect.gen(function* () {
        const settings = yield* loadConfig(env)
        if (settings.pepper) return { ...settings, pepper: settings.pepper }
        const file = path.join(settings.dataFolder, "pepper")
        const pepper = yield* Effect.try({
          try: () => {
            if (!settings.databaseUrl) folderOfDatabase(settings.dataFolder)
            return secretFile(file)
          },
          catch: (error) => new ConfigError({ message: `The pepper cannot be kept in ${file}: ${reason(error)}.` }),
        })
        return { ...settings, pepper, sources: { ...settings.sources, OPS_PEPPER: `file ${file}` } }
      }),
    )

  static readonly layer = Config.from(process.env)
}

export const defaultDemoPassword = "field-office-demo"

/** An environment variable and how its text is parsed. */
interface Variable<A> {
  readonly name: VariableName
  readonly schema: Schema.Codec<A, string>
}

const text = (test: (value: string) => boolean) => Schema.String.check(Schema.makeFilter(test))
const url = (...schemes: ReadonlyArray<string>) => text((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol))

/**
 * Whether a text is long and varied enough for a secret. Random text of 32 characters has far more different pairs of neighbouring characters; a
 * repeated word does not.
 */
export const isStrong = (value: string): boolean => {
  const pairs = new Set(Array.from({ length: Math.max(0, value.length - 1) }, (_, n) => value.slice(n, n + 2)))
  return Buffer.byteLength(value) >= 32 && pairs.size >= 20
}

const network = (value: string) => {
  const [address = "", bits, ...rest] = value.split("/")
  const longest = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= longest))
}

const PORT: Variable<number> = {
  name: "PORT",
  schema: Schema.String.check(Schema.isPattern(/^\d+$/)).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65535 })), SchemaTransformation.numberFromString),
  ),
}
const HOST: Variable<string> = {
  name: "HOST",
  schema: text((value) => /^[\w.:-]+$/.test(value)),
}
const OPS_ORIGIN: Variable<string> = {
  name: "OPS_ORIGIN",
  schema: text((value) => URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value),
}
const OPS_MODE: Variable<Settings["mode"]> = {
  name: "OPS_MODE",
  schema: Schema.Literals(["demo", "production"]),
}
const OPS_DATA: Variable<string> = {
  name: "OPS_DATA",
  schema: text((value) => !value.includes("\0")),
}
const DATABASE_URL: Variable<string> = {
  name: "DATABASE_URL",
  schema: url("postgres:", "postgresql:"),
}
const OPS_EMBEDDED_IN_PRODUCTION: Variable<"yes" | "no"> = {
  name: "OPS_EMBEDDED_IN_PRODUCTION",
  schema: Schema.Literals(["yes", "no"]),
}
const SMTP_URL: Variable<string> = {
  name: "SMTP_URL",
  schema: url("smtp:", "smtps:"),
}
const MAIL_FROM: Variable<string> = {
  name: "MAIL_FROM",
  schema: text((value) => /^([^<>\r\n]*<[^<>\s]+@[^<>\s]+>|[^<>\s]+@[^<>\s]+)$/.test(value)),
}
const OPS_DEMO_PASSWORD: Variable<string> = {
  name: "OPS_DEMO_PASSWORD",
  schema: text((value) => value.length >= 8 && value.length <= 128),
}
const OPS_DEMO_DATA: Variable<Settings["demoData"]> = {
  name: "OPS_DEMO_DATA",
  schema: Schema.Literals(["at-start", "on-request"]),
}
const OPS_PEPPER: Variable<string> = {
  name: "OPS_PEPPER",
  schema: text(isStrong),
}
const OPS_PERSONAL_KEY: Variable<string> = {
  name: "OPS_PERSONAL_KEY",
  schema: text(isStrong),
}
const OPS_SEAL_KEY: Variable<string> = {
  name: "OPS_SEAL_KEY",
  schema: text((value) => value.includes("-----BEGIN PRIVATE KEY-----")),
}
const OPS_SEAL_NOTES: Variable<string> = {
  name: "OPS_SEAL_NOTES",
  schema: text((value) => !value.includes("\0")),
}
const OPS_SEAL_SECONDS: Variable<number> = {
  name: "OPS_SEAL_SECONDS",
  schema: Schema.String.check(Schema.isPattern(/^\d+$/)).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3600 })), SchemaTransformation.numberFromString),
  ),
}
const OPS_AUDITOR_MAIL: Variable<string> = {
  name: "OPS_AUDITOR_MAIL",
  schema: text((value) => /^[^<>\s,]+@[^<>\s,]+$/.test(value)),
}
const OPS_REHEARSAL: Variable<string> = {
  name: "OPS_REHEARSAL",
  schema: text((value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)),
}
const OPS_BACKUPS: Variable<string> = {
  name: "OPS_BACKUPS",
  schema: text((value) => !value.includes("\0")),
}
const OPS_METRICS_TOKEN: Variable<string> = {
  name: "OPS_METRICS_TOKEN",
  schema: text(isStrong),
}
const OPS_TRACES_URL: Variable<string> = {
  name: "OPS_TRACES_URL",
  schema: url("http:", "https:"),
}
const word = text((value) => /^[\w.:/-]{1,100}$/.test(value))
const OPS_OIDC_ISSUER: Variable<string> = {
  name: "OPS_OIDC_ISSUER",
  schema: text((value) => URL.canParse(value) && (new URL(value).protocol === "https:" || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(value))),
}
const OPS_OIDC_CLIENT_ID: Variable<string> = { name: "OPS_OIDC_CLIENT_ID", schema: text((value) => value.length <= 500) }
const OPS_OIDC_CLIENT_SECRET: Variable<string> = { name: "OPS_OIDC_CLIENT_SECRET", schema: text((value) => value.length >= 16) }
const OPS_OIDC_NAME: Variable<string> = { name: "OPS_OIDC_NAME", schema: text((value) => /^[^\p{C}]{1,60}$/u.test(value)) }
const OPS_OIDC_CLAIM: Variable<string> = { name: "OPS_OIDC_CLAIM", schema: word }
const OPS_OIDC_GROUPS: Variable<string> = { name: "OPS_OIDC_GROUPS", schema: word }
const OPS_OIDC_SCOPE: Variable<string> = {
  name: "OPS_OIDC_SCOPE",
  schema: text((value) => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value) && value.split(" ").includes("openid")),
}
const networks = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(text(network)),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      decode: (value) => value.split(",").map((part) => part.trim()),
      encode: (values) => values.join(","),
    }),
  ),
)
const OPS_WEBHOOK_NETWORKS: Variable<ReadonlyArray<string>> = { name: "OPS_WEBHOOK_NETWORKS", schema: networks }
const TRUSTED_PROXIES: Variable<ReadonlyArray<string>> = { name: "TRUSTED_PROXIES", schema: networks }

/** The folder of the installation. Relative paths are resolved from it, wherever a command is run. */
const home = path.join(import.meta.dirname, "..")
const atHome = (file: string) => path.resolve(home, file)

/** The secrets that production requires and that are missing: a sentence for each. */
export const missingSecrets = ({ sources }: Pick<Settings, "sources">): ReadonlyArray<string> =>
  Object.entries(variables).flatMap(([name, declared]) =>
    "inProduction" in declared && sources[name] === "default" ? [`${name} is not set: production needs ${declared.allowed}, best through ${name}_FILE.`] : [],
  )

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Reads settings from an environment; an empty variable counts as absent. Fails with a sentence for each invalid variable. Writes nothing, and reads
 * only the files named by `*_FILE` variables.
 */
export const loadConfig = (
  env: Readonly<Record<string, string | undefined>>,
  readFile: (file: string) => string = (file) => fs.readFileSync(file, "utf8"),
): Effect.Effect<Settings, ConfigError> =>
  Effect.suspend(() => {
    const wrong: Array<string> = []
    const sources: Record<string, string> = {}

    const find = ({ name }: Variable<unknown>): string | undefined => {
      const { secret } = declarationOf(name)
      const value = env[name] || undefined
      const file = secret && (env[`${name}_FILE`] || undefined)
      if (file === undefined) {
        sources[name] = value === undefined ? "default" : "environment"
        return value
      }
      sources[name] = `file ${atHome(file)}`
      if (value !== undefined) wrong.push(`${name} and ${name}_FILE are both set: set only one of them.`)
      try {
        return readFile(atHome(file)).replace(/\r?\n$/, "")
      } catch (error) {
        wrong.push(`${name}_FILE is ${file}, which cannot be read: ${reason(error)}.`)
        return undefined
      }
    }
    const read = <A, B>(variable: Variable<A>, absent: B): A | B => {
      const value = find(variable)
      if (value === undefined) return absent
      const decoded = Schema.decodeUnknownResult(variable.schema)(value)
      if (Result.isSuccess(decoded)) return decoded.success
      const { secret, allowed } = declarationOf(variable.name)
      wrong.push(`${variable.name} is ${secret ? "an unsuitable secret" : JSON.stringify(value)}: allowed is ${allowed}.`)
      return absent
    }
    const secret = <B>(variable: Variable<string>, absent: B) => {
      const value = read(variable, undefined)
      return value === undefined ? absent : Redacted.make(value, { label: variable.name })
    }

    const folder = (variable: Variable<string>) => {
      const value = read(variable, undefined)
      return value === undefined ? undefined : atHome(value)
    }

    /** The complete sign-in service if the issuer is set, otherwise undefined. */
    const readSignInService = (): SignInService | undefined => {
      const issuer = read(OPS_OIDC_ISSUER, undefined)
      const clientId = read(OPS_OIDC_CLIENT_ID, undefined)
      const rest = {
        clientSecret: secret(OPS_OIDC_CLIENT_SECRET, undefined),
        claim: read(OPS_OIDC_CLAIM, "email"),
        groups: read(OPS_OIDC_GROUPS, "groups"),
        scope: read(OPS_OIDC_SCOPE, "openid email profile"),
      }
      const name = read(OPS_OIDC_NAME, undefined)
      if (issuer === undefined) return undefined
      if (clientId === undefined) {
        wrong.push("OPS_OIDC_ISSUER is set, but OPS_OIDC_CLIENT_ID is not: set both or neither.")
        return undefined
      }
      return { issuer, clientId, name: name ?? new URL(issuer).hostname, ...rest }
    }

    const port = read(PORT, 3000)
    const mode = read(OPS_MODE, "demo" as const)
    const dataFolder = atHome(read(OPS_DATA, ".data"))
    const settings: Settings = {
      port,
      mode,
      host: read(HOST, "127.0.0.1"),
      origin: read(OPS_ORIGIN, `http://localhost:${port}`),
      dataFolder,
      databaseUrl: secret(DATABASE_URL, undefined),
      embeddedInProduction: read(OPS_EMBEDDED_IN_PRODUCTION, "no") === "yes",
      smtpUrl: secret(SMTP_URL, undefined),
      mailFrom: read(MAIL_FROM, "Field Office <office@localhost>"),
      demoPassword: secret(OPS_DEMO_PASSWORD, mode === "demo" ? Redacted.make(defaultDemoPassword) : undefined),
      demoData: read(OPS_DEMO_DATA, "at-start" as const),
      pepper: secret(OPS_PEPPER, undefined),
      personalKey: secret(OPS_PERSONAL_KEY, undefined),
      sealKey: secret(OPS_SEAL_KEY, undefined),
      sealNotes: atHome(read(OPS_SEAL_NOTES, path.join(dataFolder, "seals.notes"))),
      sealSeconds: read(OPS_SEAL_SECONDS, 10),
      auditorMail: read(OPS_AUDITOR_MAIL, undefined),
      rehearsal: read(OPS_REHEARSAL, undefined),
      backups: folder(OPS_BACKUPS),
      metricsToken: secret(OPS_METRICS_TOKEN, undefined),
      tracesUrl: read(OPS_TRACES_URL, undefined),
      signInService: readSignInService(),
      webhookNetworks: read(OPS_WEBHOOK_NETWORKS, []),
      trustedProxies: read(TRUSTED_PROXIES, []),
      sources,
    }
    if (settings.rehearsal !== undefined && settings.smtpUrl) wrong.push("SMTP_URL and OPS_REHEARSAL are both set, but a rehearsal sends no mail.")
    if (mode === "production") {
      if (env["OPS_DEMO_PASSWORD"] || env["OPS_DEMO_PASSWORD_FILE"]) {
        wrong.push("OPS_DEMO_PASSWORD cannot be set when OPS_MODE is production.")
      }
      // without a pepper the start fails, so everything that is missing is reported at once
      if (sources["OPS_PEPPER"] === "default") wrong.push(...missingSecrets(settings))
    }
    return wrong.length > 0 ? Effect.fail(new ConfigError({ message: wrong.join("\n") })) : Effect.succeed(settings)
  })

/** The settings as a table, without secrets. */
export const describeConfig = (settings: Settings): ReadonlyArray<{ readonly name: string; readonly value: string; readonly source: string }> => {
  const hidden = (secret: Redacted.Redacted | undefined, absent: string) => (secret ? "(secret)" : absent)
  return Object.entries({
    PORT: String(settings.port),
    HOST: settings.host,
    OPS_ORIGIN: settings.origin,
    OPS_MODE: settings.mode,
    OPS_DATA: settings.dataFolder,
    DATABASE_URL: hidden(settings.databaseUrl, `embedded, in ${path.join(settings.dataFolder, "postgres")}`),
    OPS_EMBEDDED_IN_PRODUCTION: settings.embeddedInProduction ? "yes" : "no",
    SMTP_URL: hidden(settings.smtpUrl, `none: mails are saved as files in ${path.join(settings.dataFolder, "mail")}`),
    MAIL_FROM: settings.mailFrom,
    OPS_DEMO_PASSWORD: hidden(settings.demoPassword, "none"),
    OPS_DEMO_DATA: settings.demoData,
    OPS_PEPPER: hidden(settings.pepper, "none"),
    OPS_PERSONAL_KEY: hidden(settings.personalKey, `made in ${path.join(settings.dataFolder, "keys", "personal.key")}`),
    OPS_SEAL_KEY: hidden(settings.sealKey, `made in ${path.join(settings.dataFolder, "keys", "seal.pem")}`),
    OPS_SEAL_NOTES: settings.sealNotes,
    OPS_SEAL_SECONDS: String(settings.sealSeconds),
    OPS_AUDITOR_MAIL: settings.auditorMail ?? "none",
    OPS_REHEARSAL: settings.rehearsal ?? "no rehearsal",
    OPS_BACKUPS: settings.backups ?? "none",
    OPS_METRICS_TOKEN: hidden(settings.metricsToken, "none: there is no /metrics"),
    OPS_TRACES_URL: settings.tracesUrl ?? "none",
    OPS_OIDC_ISSUER: settings.signInService?.issuer ?? "none",
    OPS_OIDC_CLIENT_ID: settings.signInService?.clientId ?? "none",
    OPS_OIDC_CLIENT_SECRET: hidden(settings.signInService?.clientSecret, "none"),
    OPS_OIDC_NAME: settings.signInService?.name ?? "none",
    OPS_OIDC_CLAIM: settings.signInService?.claim ?? "email",
    OPS_OIDC_GROUPS: settings.signInService?.groups ?? "groups",
    OPS_OIDC_SCOPE: settings.signInService?.scope ?? "openid email profile",
    OPS_WEBHOOK_NETWORKS: settings.webhookNetworks.join(", ") || "none",
    TRUSTED_PROXIES: settings.trustedProxies.join(", ") || "none",
  }).map(([name, value]) => ({ name, value, source: settings.sources[name] ?? "default" }))
}

/**
 * Reads a secret from a separate file (mode 0600, in a folder that others cannot list), creating it from 32 random bytes if missing. Processes that
 * create it concurrently all get the same secret.
 */
export const secretFile = (file: string): Redacted.Redacted => {
  if (!fs.existsSync(file)) {
    privateFolder(path.dirname(file))
    const draft = `${file}.${process.pid}`
    fs.writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 })
    try {
      fs.linkSync(draft, file) // atomic: the file appears complete, and only if it does not exist yet
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    } finally {
      fs.rmSync(draft)
    }
  }
  return Redacted.make(fs.readFileSync(file, "utf8").trim())
}
