/** What a supplier does with the link in an order's mail. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { Rule } from "@ops/platform/access/rule.ts"
import { DateInput, ErrorMapping, TextInput } from "@ops/platform/http/contract.ts"

const Text = Schema.NullOr(Schema.String)

/** An order as its supplier sees it: no people, and no prices except its total. */
export const OrderAnswer = Schema.Struct({
  orderNumber: Schema.String,
  company: Schema.String,
  supplier: Schema.String,
  /** the site and its location */
  deliverTo: Schema.String,
  lines: Schema.Array(Schema.Struct({ item: Schema.String, quantity: Schema.Int, unit: Schema.String, notes: Schema.String })),
  estimatedTotal: Schema.String,
  currency: Schema.String,
  orderedOn: Schema.String,
  state: Schema.Literals(["open", "completed", "cancelled"]),
  expectedDate: Text,
  note: Text,
  acknowledgedAt: Text,
}).annotate({ identifier: "AcknowledgedOrder" })

export const AcknowledgementInput = Schema.Struct({
  expectedDate: DateInput("Date of delivery"),
  note: Schema.optional(Schema.NullOr(TextInput("Note", { most: 500 }))),
})

const byLink: Rule = { may: "public", scope: "the one order that the signed link names, for sixty days after its approval" } as const
const link = { params: { token: Schema.String } }

/** The calls that a supplier makes through the link in the order's mail, without an account. */
export class AcknowledgementGroup extends HttpApiGroup.make("acknowledgements")
  .add(call.get("order", "/api/acknowledgements/:token", "Read an order by its signed link", OrderAnswer, { ...link, ...byLink }))
  .add(
    call.post("acknowledge", "/api/acknowledgements/:token", "Acknowledge an order as its vendor", OrderAnswer, {
      ...link,
      payload: AcknowledgementInput,
      ...byLink,
    }),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AcknowledgementsApi extends HttpApi.make("ops").add(AcknowledgementGroup) {}
