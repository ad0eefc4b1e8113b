/** The server's environment variables, declared once: the settings, `ops doctor`, `ops help environment` and the README are derived from them. */

interface Declared {
  /** short description */
  readonly about: string
  /** what applies if it is not set, in a few words */
  readonly absent: string
  /** completes the sentence "allowed is …" */
  readonly allowed: string
  /** may also be given as the path of a file, in `NAME_FILE`, and is never shown */
  readonly secret?: true
  /** production does not start without it */
  readonly inProduction?: "needed"
}

const strong = "at least 32 bytes, random ones (openssl rand -base64 32)"

export const variables = {
  PORT: { about: "port the server listens on", absent: "3000", allowed: "a whole number from 0 (any free port) to 65535" },
  HOST: { about: "address the server listens on", absent: "127.0.0.1", allowed: "a host name or an address to listen on, such as 127.0.0.1 or 0.0.0.0" },
  OPS_ORIGIN: {
    about: "address that browsers use; behind a reverse proxy, the proxy's address",
    absent: "http://localhost:PORT",
    allowed: "scheme, host and port of the address that browsers use, such as https://ops.example.com",
  },
  OPS_MODE: { about: "demonstration or real work; a database keeps the mode of its first start", absent: "demo", allowed: "demo or production" },
  OPS_DATA: {
    about: "folder of the embedded database, mails and keys; a relative path starts at the installation",
    absent: ".data",
    allowed: "the path of a folder",
  },
  DATABASE_URL: {
    about: "your own PostgreSQL, 15 or later",
    absent: "the embedded one",
    allowed: "a URL such as postgres://user:password@host:5432/database",
    secret: true,
  },
  OPS_EMBEDDED_IN_PRODUCTION: { about: "yes runs production on the embedded database", absent: "no", allowed: "yes or no" },
  SMTP_URL: {
    about: "where mail is sent",
    absent: "mails are saved as files in OPS_DATA/mail",
    allowed: "a URL such as smtps://user:password@host:465",
    secret: true,
  },
  MAIL_FROM: {
    about: "sender of mails, unless set in Settings",
    absent: "Field Office <office@localhost>",
    allowed: "an address such as Field Office <office@example.com>",
  },
  OPS_DEMO_PASSWORD: { about: "password of all demo accounts", absent: "field-office-demo", allowed: "8 to 128 characters", secret: true },
  OPS_DEMO_DATA: { about: "when the demo data is loaded", absent: "at-start", allowed: "at-start or on-request" },
  OPS_PEPPER: { about: "secret mixed into password hashes", absent: "generated once, in demo mode", allowed: strong, secret: true, inProduction: "needed" },
  OPS_PERSONAL_KEY: {
    about: "opens the keys that encrypt personal data; keep it apart from the database and its backups",
    absent: "generated once, in demo mode",
    allowed: `${strong}, kept apart from the database and its backups`,
    secret: true,
    inProduction: "needed",
  },
  OPS_SEAL_KEY: {
    about: "Ed25519 key that seals the log; keep it outside the database",
    absent: "generated once, in demo mode",
    allowed: "an Ed25519 private key as PEM text, preferably in a file through OPS_SEAL_KEY_FILE (openssl genpkey -algorithm ed25519)",
    secret: true,
    inProduction: "needed",
  },
  OPS_SEAL_NOTES: {
    about: "file that seal notes are written to, preferably on another disk",
    absent: "OPS_DATA/seals.notes",
    allowed: "the path of a file, preferably on a different disk from the database",
  },
  OPS_SEAL_SECONDS: { about: "seconds between seals while there are new events", absent: "10", allowed: "a whole number of seconds from 1 to 3600" },
  OPS_AUDITOR_MAIL: { about: "recipient of the seal at the end of each day and month", absent: "no one", allowed: "an address such as auditor@example.com" },
  OPS_REHEARSAL: {
    about: "moment after which a rehearsal starts; set by ops rehearse",
    absent: "not a rehearsal",
    allowed: "a moment such as 2026-06-30T21:59:59.999Z, without SMTP_URL: a rehearsal sends no mail",
  },
  OPS_BACKUPS: {
    about: "folder of the nightly backups (*.backup), whose age is monitored",
    absent: "backups are not monitored",
    allowed: "the path of a folder",
  },
  OPS_METRICS_TOKEN: {
    about: "token with which Prometheus reads GET /metrics",
    absent: "there is no /metrics",
    allowed: strong,
    secret: true,
  },
  OPS_TRACES_URL: {
    about: "where traces are sent by OTLP over HTTP",
    absent: "no traces",
    allowed: "a URL such as http://127.0.0.1:4318/v1/traces",
  },
  OPS_OIDC_ISSUER: {
    about: "sign-in service (OpenID Connect) beside passwords and passkeys",
    absent: "none",
    allowed: "the issuer's URL, such as https://id.example.com/realms/camp",
  },
  OPS_OIDC_CLIENT_ID: { about: "client id of this installation at the sign-in service", absent: "none", allowed: "the client id it issued" },
  OPS_OIDC_CLIENT_SECRET: {
    about: "client secret issued by the sign-in service",
    absent: "a client without one",
    allowed: "16 characters or more",
    secret: true,
  },
  OPS_OIDC_NAME: { about: "display name of the sign-in service", absent: "the issuer's host", allowed: "up to 60 characters" },
  OPS_OIDC_CLAIM: {
    about: "claim that identifies the account; must not be editable by users",
    absent: "email",
    allowed: "email (only where it is verified), or the name of a claim that holds the employee ID",
  },
  OPS_OIDC_GROUPS: { about: "claim that lists a person's groups", absent: "groups", allowed: "the name of a claim" },
  OPS_OIDC_SCOPE: {
    about: "scopes requested from the sign-in service",
    absent: "openid email profile",
    allowed: "scopes separated by spaces, including openid",
  },
  OPS_WEBHOOK_NETWORKS: {
    about: "internal networks that webhooks may reach, besides the internet",
    absent: "none",
    allowed: "addresses and networks separated by commas, such as 10.0.0.7,192.168.0.0/16",
  },
  TRUSTED_PROXIES: {
    about: "reverse proxies trusted to state a caller's address (X-Forwarded-For)",
    absent: "none",
    allowed: "addresses and networks separated by commas, such as 10.0.0.7,192.168.0.0/16",
  },
} as const satisfies Record<string, Declared>

export type VariableName = keyof typeof variables
export const declarationOf = (name: VariableName): Declared => variables[name]
