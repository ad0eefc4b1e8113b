import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { person } from "@ops/platform/testing/person.ts"
import { addWebhook, changeWebhook, endWebhook, makeSecret, pauseWebhook, replayWebhook, resumeWebhook, webhooks } from "./webhook.ts"

const input = { name: "Warehouse", url: "https://example.com/hooks", kinds: "invoice, stock_item ,invoice", fromPosition: null }
const added = () => given().when(addWebhook, input, person(10))

test("a webhook keeps each kind once, is owned by who added it, and has no secret at first", () => {
  added().holds(webhooks, 1, { kinds: "invoice, stock_item", madeBy: 10, status: "active", secretNumber: 0, beginning: 1 })
})

test("an address with a password, another protocol or a fragment is refused, and so are no kinds", () => {
  const refused = (changed: Partial<typeof input>, sentence: string) =>
    given()
      .when(addWebhook, { ...input, ...changed }, person(10))
      .refuses(sentence)
  refused({ url: "example.com" }, "Address must be a URL such as https://example.com/hooks")
  refused({ url: "file:///etc/passwd" }, "Address must start with https://")
  refused({ url: "https://me:secret@example.com/" }, "Address must not contain a password: requests are signed with the secret instead")
  refused({ url: "https://example.com/#a" }, "Address must not contain #")
  refused({ kinds: " , " }, "Records must be kinds of records, or * for all")
  refused({ kinds: "*, invoice" }, "Records is either * or kinds of records")
})

test("a paused webhook resumes where it was, a replayed one begins at another place, and an ended one stays ended", () => {
  const paused = added().when(pauseWebhook, { id: 1 }, person(10))
  paused.when(pauseWebhook, { id: 1 }, person(10)).refuses("This webhook is already paused", 409)
  const resumed = paused.when(resumeWebhook, { id: 1 }, person(10)).holds(webhooks, 1, { status: "active", beginning: 1 })
  const again = resumed.when(replayWebhook, { id: 1, fromPosition: 12 }, person(10)).holds(webhooks, 1, { beginning: 2, fromPosition: 12 })
  const ended = again.when(endWebhook, { id: 1 }, person(10)).holds(webhooks, 1, { status: "ended" })
  ended.when(makeSecret, { id: 1 }, person(10)).refuses("This webhook has ended. Add a new one", 409)
  ended.when(changeWebhook, { id: 1, name: "Other" }, person(10)).refuses("This webhook has ended. Add a new one", 409)
})

test("a change leaves what it does not name, and each new secret has the next number", () => {
  const changed = added().when(changeWebhook, { id: 1, kinds: "*" }, person(10))
  changed.gives(["webhook/1", "WebhookChanged", { name: "Warehouse", url: "https://example.com/hooks", kinds: "*" }])
  const twice = changed.when(makeSecret, { id: 1 }, person(10)).when(makeSecret, { id: 1 }, person(10))
  expect(twice.row(webhooks, 1)?.secretNumber).toBe(2)
})
