import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import * as path from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { configFolder, effective, readConfig, readToken, removeToken, saveProfile, saveToken, useProfile } from "./profile.ts"

let folder: string
let env: { OPS_CONFIG_DIR: string }

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "ops-profile-")), "ops")
  env = { OPS_CONFIG_DIR: folder }
})
afterEach(() => rm(path.dirname(folder), { recursive: true }))

const token = () => "secret-token"
const modeOf = async (file: string) => (await stat(path.join(folder, file))).mode & 0o777

describe("the configuration", () => {
  it("is located by OPS_CONFIG_DIR, then XDG_CONFIG_HOME", () => {
    expect(configFolder({ OPS_CONFIG_DIR: "/x", XDG_CONFIG_HOME: "/y" })).toBe("/x")
    expect(configFolder({ XDG_CONFIG_HOME: "/y" })).toBe("/y/ops")
    expect(configFolder({ XDG_CONFIG_HOME: "relative" })).toBe(path.join(homedir(), ".config/ops"))
    expect(configFolder({})).toBe(path.join(homedir(), ".config/ops"))
  })

  it("is empty at first, and is saved in a private file", async () => {
    expect(await readConfig(env)).toEqual({ profiles: {} })
    await saveProfile("juba", { url: "https://ops.example.com", employeeId: "EMP-7" }, env)
    await saveProfile("pariang", { url: "https://pa.example.com" }, env)
    expect(await readConfig(env)).toEqual({
      profile: "pariang",
      profiles: {
        juba: { url: "https://ops.example.com", employeeId: "EMP-7" },
        pariang: { url: "https://pa.example.com" },
      },
    })
    expect(await modeOf("config.json")).toBe(0o600)
    expect(await modeOf(".")).toBe(0o700)
    expect(await readdir(folder)).toEqual(["config.json"])
  })

  it.each(["{", '{"profiles": {"a": {"url": 3}}}', "[]"])("is refused if invalid: %s", async (content) => {
    await saveProfile("a", {}, env)
    await writeFile(path.join(folder, "config.json"), content)
    await expect(readConfig(env)).rejects.toMatchObject({ code: 2, why: expect.any(String) })
  })

  it.each(["../evil", "", "a/b", ".hidden"])("accepts no profile named %j", async (name) => {
    await expect(saveProfile(name, {}, env)).rejects.toMatchObject({ code: 2 })
    await expect((async () => saveToken(name, token, env))()).rejects.toMatchObject({ code: 2 })
  })
})

describe("a token", () => {
  it("is stored in a private file, even when replaced", async () => {
    await saveProfile("juba", {}, env)
    await writeFile(path.join(folder, "juba.token"), "old", { mode: 0o644 })
    await saveToken("juba", token, env)
    expect(await modeOf("juba.token")).toBe(0o600)
    expect((await readToken("juba", env))!()).toBe("secret-token")
    expect(await readFile(path.join(folder, "config.json"), "utf8")).not.toContain("secret-token")
  })

  it("is refused if others can read its file", async () => {
    await saveToken("juba", token, env)
    await chmod(path.join(folder, "juba.token"), 0o640)
    await expect(readToken("juba", env)).rejects.toMatchObject({ code: 4, next: expect.stringContaining("chmod 600") })
  })

  it("can be removed, even twice", async () => {
    await saveToken("juba", token, env)
    await removeToken("juba", env)
    await removeToken("juba", env)
    expect(await readToken("juba", env)).toBeUndefined()
  })
})

describe("the effective settings", () => {
  it("default when nothing is set", async () => {
    expect(await effective({}, env)).toEqual({
      profile: { value: "default", from: "default" },
      url: { value: "http://localhost:3000", from: "default" },
      employeeId: { value: undefined, from: "not set" },
      token: { value: undefined, from: "not set" },
      mayWrite: true,
    })
  })

  it("know whether the saved token allows more than reading", async () => {
    const mayWrite = async (scope: string) => {
      await saveProfile("juba", { url: "https://ops.example.com", scope }, env)
      return (await effective({}, env)).mayWrite
    }
    expect(await mayWrite("audit:read")).toBe(false)
    expect(await mayWrite("read")).toBe(false)
    expect(await mayWrite("audit:read,stock:write")).toBe(true)
    expect(await mayWrite("all")).toBe(true)
  })

  it("follow the selected profile, and refuse one that is not saved", async () => {
    await saveProfile("juba", { url: "https://juba.example.com" }, env)
    await saveProfile("bor", { url: "https://bor.example.com" }, env)
    await useProfile("juba", env)
    expect((await effective({}, env)).url.value).toBe("https://juba.example.com")
    await expect(useProfile("wau", env)).rejects.toMatchObject({ code: 2, next: expect.stringContaining("juba, bor") })
  })

  it("come from the flag, then the environment variable, then the profile", async () => {
    await saveProfile("other", { url: "https://other.example.com" }, env)
    await saveProfile("juba", { url: "https://ops.example.com", employeeId: "EMP-7" }, env)
    expect(await effective({}, env)).toMatchObject({
      profile: { value: "juba", from: "config.json" },
      url: { value: "https://ops.example.com", from: "profile juba" },
      employeeId: { value: "EMP-7", from: "profile juba" },
    })
    const variables = { ...env, OPS_PROFILE: "other", OPS_URL: "https://u.example.com", OPS_TOKEN: "t" }
    const byVariable = await effective({}, variables)
    expect(byVariable).toMatchObject({
      profile: { from: "OPS_PROFILE" },
      url: { value: "https://u.example.com", from: "OPS_URL" },
      token: { from: "OPS_TOKEN" },
    })
    expect(JSON.stringify(byVariable.token)).toBe('{"from":"OPS_TOKEN"}')
    expect(await effective({ profile: "juba", url: "https://f.example.com" }, variables)).toMatchObject({
      profile: { value: "juba", from: "--profile" },
      url: { value: "https://f.example.com", from: "--url" },
    })
    expect((await effective({}, { ...env, OPS_PROFILE: "" })).profile.value).toBe("juba")
  })

  it("never send a saved token to another server", async () => {
    await saveProfile("juba", { url: "https://ops.example.com" }, env)
    await saveToken("juba", token, env)
    expect((await effective({}, env)).token).toMatchObject({ from: "profile juba" })
    expect((await effective({ url: "https://ops.example.com/" }, env)).token).toMatchObject({ from: "profile juba" })
    for (const url of ["https://evil.example.com", "http://ops.example.com", "https://ops.example.com:8443"])
      expect((await effective({ url }, env)).token).toEqual({ value: undefined, from: "not set" })
  })

  it("refuse an unknown profile unless an address is given", async () => {
    await expect(effective({ profile: "nope" }, env)).rejects.toMatchObject({ code: 2 })
    await expect(effective({ profile: "constructor" }, env)).rejects.toMatchObject({ code: 2 })
    expect(await effective({ profile: "new", url: "https://n.example.com" }, env)).toMatchObject({
      profile: { value: "new" },
    })
  })

  it.each(["nonsense", "ftp://x", "localhost:3000"])("refuse the address %s", async (url) => {
    await expect(effective({ url }, env)).rejects.toMatchObject({ code: 2 })
  })
})
