/** Sign-in by OpenID Connect, with a real provider; and with one that is down, forges answers, or receives the same answer twice. */
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Person } from "@ops/platform/testing/server.ts"
import { type DemoServer, demoServer } from "../demo/demo-server.ts"

const ours = { "x-ops-client": "1", "content-type": "application/json" }
const claimsOf: Record<string, object> = {
  achol: { email: "NYAKIM@fieldoffice.example", email_verified: true, groups: ["kitchen", "stores"] },
  other: { email: "stranger@fieldoffice.example", email_verified: true, groups: [] },
  unchecked: { email: "nyakim@fieldoffice.example", email_verified: false, groups: ["kitchen"] },
}
let answering: RequestListener
const front = createServer((request, response) => answering(request, response))
let issuer: string
let provider: RequestListener
let server: DemoServer
let ceo: Person
let person: { id: string; employeeId: string }

beforeAll(async () => {
  front.listen(0, "127.0.0.1")
  await once(front, "listening")
  issuer = `http://localhost:${(front.address() as AddressInfo).port}`
  answering = (_, response) => response.destroy()
  server = await demoServer({
    limits: false,
    env: {
      OPS_OIDC_ISSUER: issuer,
      OPS_OIDC_CLIENT_ID: "office",
      OPS_OIDC_CLIENT_SECRET: "a secret of the client, 0123456789",
      OPS_OIDC_NAME: "Camp ID",
      TRUSTED_PROXIES: "127.0.0.1,::1",
      OPS_ORIGIN: "http://localhost:3000",
    },
  })
  const found = {
    clients: [
      {
        client_id: "office",
        client_secret: "a secret of the client, 0123456789",
        redirect_uris: ["http://localhost:3000/biometric-login"],
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf[id] }) }),
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the test"] },
    pkce: { required: () => true },
  }
  provider = new Provider(issuer, found).callback()
  ceo = await server.as("FO-CEO-001")
  const made = await ceo("POST", "/api/users", {
    employeeId: "FO-NYA-001",
    firstName: "Nyakim",
    lastName: "Gatluak",
    email: "nyakim@fieldoffice.example",
    role: "field_operative",
    siteId: 1,
  })
  person = made.body
}, 300_000)
afterAll(async () => {
  await server.stop()
  front.closeAllConnections()
  front.close()
})

/** The network address of requests: each has twenty attempts a minute, and each test uses another one. */
let place = 1
beforeEach(() => void place++)

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!)
const call = async (path: string, body: object, cookie = "") => {
  const answer = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { ...ours, cookie, "x-forwarded-for": `10.0.0.${place}` },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, cookies: cookiesOf(answer) }
}
const begin = async () => {
  const { status, text, cookies } = await call("/api/auth/provider/begin", {})
  return { status, text, url: status === 200 ? (JSON.parse(text) as { url: string }).url : "", cookie: cookies.join("; ") }
}
/** The browser's part at the provider: signs in, consents, and is redirected back with a code. */
const visit = async (url: string, login: string): Promise<Record<string, string>> => {
  const jar = new Map<string, string>()
  let [address, body] = [url, undefined as string | undefined]
  for (let step = 0; step < 12; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { cookie, ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }) }
    const answer = await fetch(address, { method: body === undefined ? "GET" : "POST", headers, redirect: "manual", ...(body !== undefined && { body }) })
    for (const pair of cookiesOf(answer)) jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    body = undefined
    const location = answer.headers.get("location")
    if (location?.startsWith("http://localhost:3000/")) return Object.fromEntries(new URL(location).searchParams)
    if (location) address = new URL(location, address).href
    else {
      const page = await answer.text()
      const [, action] = /<form[^>]+action="([^"]+)"/.exec(page) ?? []
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? []
      if (!action) throw new Error(`${answer.status} ${page.slice(0, 500)}`)
      address = new URL(action, address).href
      body = `prompt=${prompt}&login=${login}&password=x`
    }
  }
  throw new Error("The provider never sent the browser back")
}
const comeBack = (back: Record<string, string>, cookie: string) => call("/api/auth/provider/finish", back, cookie)
const signIn = async (login: string) => {
  const { url, cookie } = await begin()
  const back = await visit(url, login)
  return { back, cookie, answer: await comeBack(back, cookie) }
}

test("a provider that is away gives a clear sentence, and one that speaks for another issuer is refused", async () => {
  expect(await begin()).toMatchObject({ status: 503, text: "Camp ID is not responding. Sign in with your password or passkey, or try again in a few minutes" })
  answering = (_, response) => response.writeHead(502).end("Bad gateway")
  expect(await begin()).toMatchObject({ status: 503 })
  answering = (_, response) => {
    const lie = { issuer: "https://evil.example", authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lie))
  }
  expect(await begin()).toMatchObject({ status: 401, text: expect.stringMatching(/^The answer of Camp ID cannot be trusted, so no one was signed in: /) })
  answering = provider
})

// proves U-26
test("a person signs in by the provider once for each beginning, in the browser that began, by a checked address", async () => {
  const { back, cookie, answer } = await signIn("achol")
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"employeeId":"FO-NYA-001"')])
  const session = answer.cookies.find((each) => each.startsWith("__Host-sid="))!
  const me = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: session } })
  expect(await me.json()).toMatchObject({ employeeId: "FO-NYA-001", mustChangePassword: false })

  const used = "This sign-in was already used, was started in another browser, or took longer than ten minutes. Start again"
  expect(await comeBack(back, cookie)).toMatchObject({ status: 401, text: used })
  // the code of one sign-in with the state of another: the provider does not accept it
  const next = await begin()
  const state = new URL(next.url).searchParams.get("state")!
  expect(await comeBack({ ...back, state }, next.cookie)).toMatchObject({ status: 401, text: used })
  // a sign-in begun in this browser cannot be finished in another
  const mine = await begin()
  expect(await comeBack(await visit(mine.url, "achol"), "")).toMatchObject({ status: 401, text: used })
  const theirs = await begin()
  expect(await comeBack(await visit(mine.url, "achol"), theirs.cookie)).toMatchObject({ status: 401, text: used })

  const none = "Camp ID knows you, but you have no account here. Ask your administrator"
  expect((await signIn("other")).answer).toMatchObject({ status: 403, text: none })
  expect((await signIn("unchecked")).answer).toMatchObject({ status: 403, text: none })
  const declined = await begin()
  const refusal = { error: "access_denied", state: new URL(declined.url).searchParams.get("state")!, iss: issuer }
  expect(await comeBack(refusal, declined.cookie)).toMatchObject({ status: 401, text: expect.stringContaining("did not let you sign in") })
})

// proves U-26-1
test("the level of who signs in is that of their groups, as the policy of the day has it; no group gives level 10", async () => {
  const today = new Date().toLocaleDateString("sv", { timeZone: "Africa/Juba" })
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("sv", { timeZone: "Africa/Juba" })
  const give = (groupName: string, accessLevel: number, from = today) => ceo("POST", "/api/sign-in-groups", { groupName, accessLevel, from })
  expect((await give("chiefs", 10)).text).toBe("Level 10 is granted by two people, not by a group")
  expect((await give("chiefs", 4)).status).toBe(422)
  expect((await give("chiefs", 7, "2020-01-01")).text).toBe("From cannot be in the past")
  await give("stores", 6, tomorrow)
  await give("kitchen", 5)
  const levelOf = async () => (await ceo("GET", "/api/users?q=FO-NYA-001")).body[0].accessLevel
  const before = await levelOf()
  expect((await signIn("achol")).answer.status).toBe(200)
  expect([before, await levelOf()]).toEqual([3, 5])
  const history = await ceo("GET", `/api/users/${person.id}/history`)
  expect(history.text).toContain("Level 5 by the group kitchen")
  // none of their groups is in force
  const [group] = (await ceo("GET", "/api/sign-in-groups?q=kitchen")).body
  await ceo("POST", `/api/sign-in-groups/${group.id}/end`, { to: today })
  claimsOf["achol"] = { ...claimsOf["achol"], groups: ["stores"] }
  expect((await signIn("achol")).answer).toMatchObject({ status: 403, text: "None of your groups at Camp ID gives a level here. Ask your administrator" })
  claimsOf["achol"] = { ...claimsOf["achol"], groups: ["kitchen"] }
})

test("a token that is forged, of another issuer or for another beginning signs no one in", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const now = Math.floor(Date.now() / 1000)
  const forged = (claims: object) =>
    `${part({ alg: "RS256", typ: "JWT" })}.${part({ iss: issuer, aud: "office", sub: "achol", iat: now, exp: now + 60, auth_time: now, ...claims })}.c2lnbmF0dXJl`
  const withToken = async (claims: (nonce: string) => object) => {
    const { url, cookie } = await begin()
    const back = await visit(url, "achol")
    answering = (request, response) =>
      request.url === "/token"
        ? response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify({ access_token: "x", token_type: "bearer", id_token: forged(claims(new URL(url).searchParams.get("nonce")!)) }))
        : provider(request, response)
    const answer = await comeBack(back, cookie)
    answering = provider
    return answer
  }
  const untrusted = { status: 401, text: expect.stringContaining("The answer of Camp ID cannot be trusted") }
  const verified = { email: "nyakim@fieldoffice.example", email_verified: true }
  expect(await withToken((nonce) => ({ ...verified, nonce }))).toMatchObject(untrusted)
  expect(await withToken((nonce) => ({ ...verified, nonce, iss: "https://evil.example" }))).toMatchObject(untrusted)
  expect(await withToken(() => ({ ...verified, nonce: "another" }))).toMatchObject(untrusted)
  // a suspended account cannot sign in
  await ceo("PUT", `/api/users/${person.id}/suspend`, { reason: "Left" })
  expect((await signIn("achol")).answer.text).toBe("This account is suspended. Ask your manager.")
})
