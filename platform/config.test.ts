import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { describeConfig, isStrong, loadConfig, secretFile } from "./config.ts"

const pepper = "a pepper for tests, 0123456789abcdef"
const load = (env: Record<string, string>, files: Record<string, string> = {}) =>
  Effect.runSync(
    loadConfig(env, (file) => {
      if (files[file] === undefined) throw new Error("no such file")
      return files[file]
    }),
  )
const root = path.join(import.meta.dirname, "..")
const complaint = (env: Record<string, string>) => Effect.runSync(Effect.flip(loadConfig(env))).message

describe("the configuration", () => {
  it("defaults to a demo on the loopback address", () => {
    const { sources, demoPassword, ...settings } = load({ PORT: "" })
    assert.deepStrictEqual(settings, {
      port: 3000,
      host: "127.0.0.1",
      origin: "http://localhost:3000",
      mode: "demo",
      dataFolder: path.join(root, ".data"),
      databaseUrl: undefined,
      embeddedInProduction: false,
      demoData: "at-start",
      smtpUrl: undefined,
      mailFrom: "Field Office <office@localhost>",
      pepper: undefined,
      personalKey: undefined,
      sealKey: undefined,
      sealNotes: path.join(root, ".data/seals.notes"),
      sealSeconds: 10,
      auditorMail: undefined,
      trustedProxies: [],
      webhookNetworks: [],
      signInService: undefined,
      backups: undefined,
      metricsToken: undefined,
      tracesUrl: undefined,
      rehearsal: undefined,
    })
    assert.strictEqual(Redacted.value(demoPassword!), "field-office-demo")
    assert.deepStrictEqual(new Set(Object.values(sources)), new Set(["default"]))
  })

  it("takes values from the environment, and secrets also from files", () => {
    const settings = load(
      {
        PORT: "8080",
        OPS_ORIGIN: "https://ops.example.com",
        OPS_MODE: "production",
        OPS_PEPPER_FILE: "/run/pepper",
        DATABASE_URL: "postgres://a:b@db/ops",
        TRUSTED_PROXIES: "10.0.0.7, fd00::/8",
      },
      { "/run/pepper": `${pepper}\n` },
    )
    assert.strictEqual(Redacted.value(settings.pepper!), pepper)
    assert.strictEqual(settings.demoPassword, undefined)
    assert.deepStrictEqual(settings.trustedProxies, ["10.0.0.7", "fd00::/8"])
    assert.deepInclude(settings.sources, { PORT: "environment", OPS_PEPPER: "file /run/pepper", HOST: "default" })
  })

  it.each([
    [{ PORT: "eighty" }, 'PORT is "eighty": allowed is a whole number from 0 (any free port) to 65535.'],
    [{ PORT: "70000" }, 'PORT is "70000": allowed is a whole number from 0 (any free port) to 65535.'],
    [{ OPS_MODE: "prod" }, 'OPS_MODE is "prod": allowed is demo or production.'],
    [{ OPS_ORIGIN: "https://x.org/" }, 'OPS_ORIGIN is "https://x.org/": allowed is scheme, host and port'],
    [{ DATABASE_URL: "mysql://root:hush@db" }, "DATABASE_URL is an unsuitable secret: allowed is a URL such as"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, 'TRUSTED_PROXIES is "10.0.0.0/33": allowed is addresses and networks'],
    [{ MAIL_FROM: "office" }, 'MAIL_FROM is "office": allowed is an address such as'],
    [{ OPS_PEPPER: "salt" }, "OPS_PEPPER is an unsuitable secret: allowed is at least 32 bytes"],
    [{ OPS_PEPPER: "p".repeat(40) }, "OPS_PEPPER is an unsuitable secret: allowed is at least 32 bytes, random ones"],
    [{ OPS_PERSONAL_KEY: "abcdef".repeat(8) }, "OPS_PERSONAL_KEY is an unsuitable secret: allowed is at least 32 bytes, random ones"],
    [{ OPS_PEPPER_FILE: "/nowhere/pepper" }, "OPS_PEPPER_FILE is /nowhere/pepper, which cannot be read"],
    [{ OPS_PEPPER: pepper, OPS_PEPPER_FILE: "/dev/null" }, "OPS_PEPPER and OPS_PEPPER_FILE are both set"],
    [{ OPS_SEAL_KEY: "seal" }, "OPS_SEAL_KEY is an unsuitable secret: allowed is an Ed25519 private key as PEM text"],
    [{ OPS_SEAL_SECONDS: "0" }, 'OPS_SEAL_SECONDS is "0": allowed is a whole number of seconds from 1 to 3600.'],
    [{ OPS_AUDITOR_MAIL: "auditor" }, 'OPS_AUDITOR_MAIL is "auditor": allowed is an address such as auditor@example.com.'],
    [{ OPS_MODE: "production" }, "OPS_PEPPER is not set: production needs at least 32 bytes"],
    [{ OPS_MODE: "production", OPS_DEMO_PASSWORD: "longenough" }, "OPS_DEMO_PASSWORD cannot be set when OPS_MODE is production"],
  ])("reports an invalid value: %j", (env, sentence) => {
    assert.include(complaint(env as Record<string, string>), sentence)
  })

  it("names all invalid values at once without revealing a secret", () => {
    const message = complaint({ PORT: "x", HOST: "a b", SMTP_URL: "http://user:hush@mail" })
    assert.deepStrictEqual(
      message.split("\n").map((line) => line.split(" ")[0]),
      ["PORT", "HOST", "SMTP_URL"],
    )
    assert.notInclude(message, "hush")
  })

  it("accepts every random secret of 32 characters, but none that repeats a few", () => {
    const random = fc.uint8Array({ minLength: 32, maxLength: 48 }).filter((bytes) => new Set(bytes).size > 20)
    fc.assert(fc.property(random, (bytes) => [...(["hex", "base64"] as const)].every((encoding) => isStrong(Buffer.from(bytes).toString(encoding)))))
    fc.assert(fc.property(fc.string({ minLength: 1, maxLength: 12 }), (word) => !isStrong(word.repeat(40).slice(0, 64))))
  })

  it("names all missing production secrets at once", () => {
    assert.deepStrictEqual(
      complaint({ OPS_MODE: "production" })
        .split("\n")
        .map((line) => line.split(" ")[0]),
      ["OPS_PEPPER", "OPS_PERSONAL_KEY", "OPS_SEAL_KEY"],
    )
  })

  it("is described without its secrets", () => {
    const rows = describeConfig(load({ OPS_PEPPER: pepper, SMTP_URL: "smtp://user:hush@mail", PORT: "1" }))
    assert.deepInclude(rows, { name: "PORT", value: "1", source: "environment" })
    assert.deepInclude(rows, { name: "SMTP_URL", value: "(secret)", source: "environment" })
    for (const secret of [pepper, "hush", "field-office-demo"]) assert.notInclude(JSON.stringify(rows), secret)
  })

  it("generates a secret once, in a private file", () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-config-"))
    const file = path.join(folder, "data", "pepper")
    const made = Redacted.value(secretFile(file))
    assert.isAtLeast(made.length, 43)
    assert.strictEqual(Redacted.value(secretFile(file)), made)
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
    assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["pepper"])
    fs.rmSync(folder, { recursive: true })
  })
})
