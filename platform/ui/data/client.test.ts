/** What the compiler accepts and refuses: each `@ts-expect-error` is an error of `tsc` once the line below it compiles. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { afterEach, expect, expectTypeOf, test, vi } from "vitest"
import { Id, IdInput } from "../../http/contract.ts"
import { MoneyInput } from "../../money.ts"
import type { Path } from "@ops/client/calls.ts"
import { calls } from "./calls.ts"
import type { clientOf } from "./client.ts"

const Parcel = Schema.Struct({ id: Schema.Int, label: Schema.String, worth: Schema.String, note: Schema.NullOr(Schema.String) })
const NewParcel = Schema.Struct({ label: Schema.String, worth: MoneyInput(), senderId: Schema.optional(IdInput("Sender is required")) })
const one = { params: { id: Id } }

class ParcelsGroup extends HttpApiGroup.make("parcels")
  .add(HttpApiEndpoint.get("list", "/api/parcels", { query: { status: Schema.optional(Schema.String) }, success: Schema.Array(Parcel) }))
  .add(HttpApiEndpoint.get("one", "/api/parcels/:id", { ...one, success: Parcel }))
  .add(HttpApiEndpoint.post("add", "/api/parcels", { payload: NewParcel, success: Parcel }))
  .add(HttpApiEndpoint.patch("change", "/api/parcels/:id", { ...one, payload: NewParcel, success: Parcel }))
  .add(HttpApiEndpoint.put("send", "/api/parcels/:id/send", { ...one, payload: [Schema.Null, Schema.Struct({ by: Schema.String })], success: Parcel }))
  .add(HttpApiEndpoint.delete("drop", "/api/parcels/:id/stamps/:stamp", { params: { id: Id, stamp: Schema.String } })) {}
class DrawersGroup extends HttpApiGroup.make("drawers").add(
  HttpApiEndpoint.get("list", "/api/drawers", { success: Schema.Array(Schema.Struct({ code: Schema.String })) }),
) {}

// the hooks are only compiled: they would need a component around them
const { useApi, useCommand, pathOf, pathsOf, send, ask } = calls as unknown as ReturnType<typeof clientOf<typeof ParcelsGroup | typeof DrawersGroup>>
type Row = typeof Parcel.Encoded

test("the path of a call contains its parameters and determines the type of the answer", () => {
  expect(pathOf("GET /api/parcels")).toBe("/api/parcels")
  expect(pathOf("GET /api/parcels/:id", { id: 7 })).toBe("/api/parcels/7")
  expect(pathOf("GET /api/parcels/:id", { id: "a/b" })).toBe("/api/parcels/a%2Fb")
  expect(pathsOf("GET /api/parcels", "GET /api/drawers")).toEqual(["/api/parcels", "/api/drawers"])
  expectTypeOf(pathOf("GET /api/parcels")).toEqualTypeOf<Path<readonly Row[]>>()
  expectTypeOf(pathOf("GET /api/drawers")).not.toExtend<Path<readonly Row[]>>()
  expectTypeOf<string>().not.toExtend<Path>()
})

afterEach(() => void vi.unstubAllGlobals())

test("a command is sent with its method and path, its body, and an idempotency key", async () => {
  const asked = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json({ id: 7, label: "Tools", worth: "12.50", note: null })))
  vi.stubGlobal("fetch", asked)
  const answer = await send("PATCH /api/parcels/:id", { id: 7, key: "k", body: { label: "Tools", worth: "12.50" } })
  expect(answer.worth).toBe("12.50")
  const [path, { method, headers, body }] = asked.mock.calls[0]!
  expect([path, method, body]).toEqual(["/api/parcels/7", "PATCH", '{"label":"Tools","worth":"12.50"}'])
  expect(headers).toMatchObject({ "idempotency-key": "k" })
})

const useReads = () => {
  expectTypeOf(useApi("GET /api/parcels").data).toEqualTypeOf<readonly Row[] | undefined>()
  expectTypeOf(useApi("GET /api/parcels/:id", { id: "7" }).data).toEqualTypeOf<Row | undefined>()
  useApi("GET /api/parcels", { query: { status: "open" } })
  useApi(Date.now() > 0 ? "GET /api/parcels" : null)
  useApi("GET /api/parcels/:id", Date.now() > 0 ? { id: 7 } : null)
  // @ts-expect-error -- a path that no group has
  useApi("GET /api/parcel")
  // @ts-expect-error -- a call that is no reading one
  useApi("POST /api/parcels")
  // @ts-expect-error -- the path has a part that is missing
  useApi("GET /api/parcels/:id")
  // @ts-expect-error -- the path has another part
  useApi("GET /api/parcels/:id", { name: "7" })
  // @ts-expect-error -- the list has no such filter
  useApi("GET /api/parcels", { query: { state: "open" } })
  // @ts-expect-error -- the answer has no such field
  expectTypeOf(useApi("GET /api/parcels/:id", { id: 7 }).data?.weight).toBeUnknown()
  // @ts-expect-error -- money is a decimal string, not a number
  expectTypeOf(useApi("GET /api/parcels/:id", { id: 7 }).data?.worth).toExtend<number | undefined>()
  expectTypeOf(ask("GET /api/parcels")).resolves.toEqualTypeOf<readonly Row[]>()
}

const useWrites = () => {
  const add = useCommand("POST /api/parcels", { lists: pathsOf("GET /api/parcels"), done: ({ label }) => label })
  expectTypeOf(add.send({ label: "Tools", worth: "12.50" })).resolves.toEqualTypeOf<Row>()
  // @ts-expect-error -- the payload has no such field
  void add.send({ label: "Tools", worth: "12.50", weight: 3 })
  // @ts-expect-error -- a field of the payload is missing
  void add.send({ label: "Tools" })
  // @ts-expect-error -- a field of the payload is of another kind
  void add.send({ label: 7, worth: "12.50" })
  // @ts-expect-error -- the path has a part that is missing
  useCommand("PATCH /api/parcels/:id")
  // @ts-expect-error -- the path has no such method
  useCommand("PUT /api/parcels")

  const named = useCommand("PATCH /api/parcels/:id", { id: 7, body: (form: { name: string }) => ({ label: form.name, worth: "1" }) })
  expectTypeOf(named.send).parameter(0).toEqualTypeOf<{ name: string }>()
  // @ts-expect-error -- a field of the payload is missing
  useCommand("PATCH /api/parcels/:id", { id: 7, body: (form: { name: string }) => ({ label: form.name }) })
  // @ts-expect-error -- the payload has no such field
  useCommand("PATCH /api/parcels/:id", { id: 7, body: (form: { name: string }) => ({ label: form.name, worth: "1", weight: 3 }) })

  const id = Date.now() > 0 ? 7 : undefined
  const save = useCommand(id ? "PATCH /api/parcels/:id" : "POST /api/parcels", { id })
  expectTypeOf(save.send).parameter(0).toExtend<typeof NewParcel.Encoded>()
  // @ts-expect-error -- the call has a part that may be missing
  useCommand("PATCH /api/parcels/:id", { id })

  const drop = useCommand("DELETE /api/parcels/:id/stamps/:stamp", { params: (stamp: string) => ({ id: 7, stamp }) })
  expectTypeOf(drop.send).parameter(0).toEqualTypeOf<string>()
  // @ts-expect-error -- the path has a part that is missing
  useCommand("DELETE /api/parcels/:id/stamps/:stamp", { params: (stamp: string) => ({ stamp }) })
  // @ts-expect-error -- the call takes a payload
  useCommand("PATCH /api/parcels/:id", { params: (row: Row) => ({ id: row.id }) })
  useCommand("PUT /api/parcels/:id/send", { params: (row: Row) => ({ id: row.id }), body: () => null })

  void send("PUT /api/parcels/:id/send", { id: 7, key: "k", body: { by: "road" } })
  // @ts-expect-error -- a field of the payload is of another kind
  void send("PUT /api/parcels/:id/send", { id: 7, body: { by: 3 } })
}
void useReads
void useWrites
