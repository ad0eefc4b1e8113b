/** The messages of webhooks as an AsyncAPI document: for code generators, and for people. */
import type { AnyStream } from "@ops/platform/records/stream.ts"

const header = (description: string) => ({ type: "string", description })

export const asyncApi = (streams: ReadonlyArray<AnyStream>, version: string) => ({
  asyncapi: "3.0.0",
  info: {
    title: "Field Office webhooks",
    version,
    description: "Each request lists the events of records in the order of the log. The content of a record is read at its path with an API token.",
  },
  channels: { webhook: { address: "the address of the webhook", messages: { happened: { $ref: "#/components/messages/happened" } } } },
  operations: { tell: { action: "send", channel: { $ref: "#/channels/webhook" } } },
  components: {
    messages: {
      happened: {
        contentType: "application/json",
        headers: {
          type: "object",
          properties: {
            "webhook-id": header("Identifies the request. Positions are always delivered in order and may be delivered more than once"),
            "webhook-timestamp": header("When it was sent, in seconds since 1970: reject requests older than five minutes"),
            "webhook-signature": header(
              '"v1," and the HMAC-SHA256 of id.timestamp.body in base64, with the bytes after whsec_ as the key; several with blanks between',
            ),
          },
        },
        payload: { $ref: "#/components/schemas/Told" },
      },
    },
    schemas: {
      Told: {
        type: "object",
        required: ["webhook", "messages"],
        properties: {
          webhook: { type: "integer" },
          messages: { type: "array", maxItems: 100, description: "Empty in a test message", items: { $ref: "#/components/schemas/Message" } },
        },
      },
      Message: {
        type: "object",
        required: ["position", "type", "at", "record", "path"],
        properties: {
          position: { type: "integer", description: "Position in the log: greater than in every earlier message" },
          type: { $ref: "#/components/schemas/EventType" },
          at: { type: "string", format: "date-time" },
          record: { type: "object", required: ["kind", "id"], properties: { kind: { $ref: "#/components/schemas/Kind" }, id: { type: "integer" } } },
          path: { type: ["string", "null"], description: "Path to read the record; null if it has no call" },
        },
      },
      Kind: { type: "string", enum: streams.map(({ record }) => record.kind).sort() },
      EventType: { type: "string", enum: [...new Set(streams.flatMap(({ events }) => events.map(({ type }) => type)))].sort() },
    },
  },
})
