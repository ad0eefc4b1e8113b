/** A webhook: another program is notified of events at its own address. An administrator creates it, and it delivers what that person may read. */
import { command, conflict, invalid, newId, permitted, unchanged, get } from "@ops/platform/records/command.ts"
import { Instant, label, Line, Literals, Optional, partly, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const facts = {
  name: Line(60),
  url: label("Address", Line(500)),
  /** kinds of records separated by commas; * for all */
  kinds: label("Records", Text(2000)),
}
const from = label("From position", Optional(Whole))

export const Webhook = record(
  "webhook",
  {
    ...facts,
    madeBy: Optional(Ref("person")),
    status: Literals("active", "paused", "ended"),
    /** each new start has its own position in the log */
    beginning: Whole,
    fromPosition: from,
    /** number of the signing secret, counted from 1; 0 while there is none */
    secretNumber: Whole,
    secretAt: Optional(Instant),
  },
  { label: "Webhook", title: "name", indexes: [["status", "id"]] },
)

export const WebhookAdded = event("WebhookAdded", 1, { ...facts, madeBy: Optional(Ref("person")), fromPosition: from }, (e) => `${e.name} informs ${e.url}`)
export const WebhookChanged = event("WebhookChanged", 1, facts, (e) => `${e.name} informs ${e.url} of ${e.kinds === "*" ? "everything" : e.kinds}`)
export const WebhookSecretMade = event("WebhookSecretMade", 1, { number: Whole }, (e) => (e.number === 1 ? "Secret created" : "Secret replaced"))
export const WebhookPaused = event("WebhookPaused", 1, {}, () => "Paused")
export const WebhookResumed = event("WebhookResumed", 1, {}, () => "Resumed")
export const WebhookReplayed = event("WebhookReplayed", 1, { fromPosition: Whole }, (e) => `Replayed from position ${e.fromPosition}`)
export const WebhookEnded = event("WebhookEnded", 1, {}, () => "Ended")

export const webhooks = stream(Webhook, WebhookAdded, WebhookChanged, WebhookSecretMade, WebhookPaused, WebhookResumed, WebhookReplayed, WebhookEnded).fold({
  WebhookAdded: (_, added) => ({ ...added, status: "active" as const, beginning: 1, secretNumber: 0, secretAt: null }),
  WebhookChanged: (webhook, changed) => ({ ...webhook, ...changed }),
  WebhookSecretMade: (webhook, { number }, at) => ({ ...webhook, secretNumber: number, secretAt: at }),
  WebhookPaused: (webhook) => ({ ...webhook, status: "paused" as const }),
  WebhookResumed: (webhook) => ({ ...webhook, status: "active" as const }),
  WebhookReplayed: (webhook, { fromPosition }) => ({ ...webhook, fromPosition, beginning: webhook.beginning + 1 }),
  WebhookEnded: (webhook) => ({ ...webhook, status: "ended" as const }),
})

/** The error in an address; the resolved address is checked when a connection is made. */
export const addressFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return "Address must be a URL such as https://example.com/hooks"
  const { protocol, username, password, hash } = new URL(text)
  if (protocol !== "https:" && protocol !== "http:") return "Address must start with https://"
  if (username !== "" || password !== "") return "Address must not contain a password: requests are signed with the secret instead"
  return hash === "" ? undefined : "Address must not contain #"
}
/** "invoice, payment" as stored: each once, sorted. */
export const kindsIn = (text: string) => [...new Set(text.split(",").map((kind) => kind.trim()))].filter((kind) => kind !== "").sort()

const checked = <F extends { readonly url: string; readonly kinds: string }>(given: F): F => {
  const fault = addressFault(given.url)
  if (fault !== undefined) throw invalid(fault)
  const kinds = kindsIn(given.kinds)
  if (kinds.length === 0) throw invalid("Records must be kinds of records, or * for all")
  if (kinds.includes("*") && kinds.length > 1) throw invalid("Records is either * or kinds of records")
  return { ...given, url: new URL(given.url).href, kinds: kinds.join(", ") }
}

/** Adds a webhook. Deliveries start once it has a secret. */
export const addWebhook = command(
  "webhook.add",
  "Add a webhook: another program is notified of events, from now on or from a position in the log",
  { ...facts, kinds: withDefault("*", facts.kinds), fromPosition: from },
  function* (input, by) {
    return [webhooks.at(yield* newId(webhooks), WebhookAdded({ ...checked(input), madeBy: by.person }))]
  },
)

const on = { id: Ref("webhook") }
function* open(id: number) {
  const webhook = yield* get(webhooks, id)
  if (webhook.status === "ended") throw conflict("This webhook has ended. Add a new one")
  return webhook
}

export const changeWebhook = command(
  "webhook.change",
  "Change the name of a webhook, its address, or the records it reports",
  { ...on, ...partly(facts) },
  function* ({ id, ...changed }) {
    const { name, url, kinds } = yield* open(id)
    yield* permitted()
    const next = checked({ name, url, kinds, ...changed })
    if (next.name === name && next.url === url && next.kinds === kinds) return unchanged(id)
    return [webhooks.at(id, WebhookChanged(next))]
  },
)

/** Creates a secret; the previous one stays valid for another day, so that the receiver can change over. */
export const makeSecret = command("webhook.make_secret", function* ({ id }: { readonly id: number }) {
  const { secretNumber } = yield* open(id)
  return [webhooks.at(id, WebhookSecretMade({ number: secretNumber + 1 }))]
})

export const pauseWebhook = command("webhook.pause", "Pause a webhook: events that occur meanwhile are delivered when it is resumed", on, function* ({ id }) {
  if ((yield* open(id)).status === "paused") throw conflict("This webhook is already paused")
  yield* permitted()
  return [webhooks.at(id, WebhookPaused({}))]
})

export const resumeWebhook = command("webhook.resume", "Resume a paused webhook where it stopped", on, function* ({ id }) {
  if ((yield* open(id)).status === "active") throw conflict("This webhook is not paused")
  yield* permitted()
  return [webhooks.at(id, WebhookResumed({}))]
})

export const replayWebhook = command(
  "webhook.replay",
  "Deliver all events after a position in the log to a webhook again",
  { ...on, fromPosition: label("From position", Whole) },
  function* ({ id, fromPosition }) {
    yield* open(id)
    yield* permitted()
    return [webhooks.at(id, WebhookReplayed({ fromPosition }))]
  },
)

export const endWebhook = command("webhook.end", "End a webhook permanently: its secret becomes invalid", on, function* ({ id }) {
  yield* open(id)
  yield* permitted()
  return [webhooks.at(id, WebhookEnded({}))]
})
