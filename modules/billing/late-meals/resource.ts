/** The resource of late meals. The call that proposes one is handwritten: it reads the meal and its bill. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { created, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { siteOfRow } from "@ops/sites/joins.ts"
import { billLateMeal, creditLateMeal, declineLateMeal, LateMeal, lateMeals as stream, lateMealTypes, rows } from "./late-meal.ts"

const shown = {
  fields: {
    clientName: computed(Schema.String, "c.company_name", { label: "Client" }),
    invoiceNumber: computed(Schema.String, "(select coalesce(i.invoice_number, 'Draft ' || i.id) from invoice i where i.id = r.invoice_id)", {
      label: "Billed on",
    }),
    documentNumber: computed(Schema.NullOr(Schema.String), "(select i.invoice_number from invoice i where i.id = r.document_id)", { label: "Decided by" }),
  },
  from: "join client c on c.id = r.client_id",
  dependsOn: ["invoice", "client"],
  search: ["c.company_name"],
} as const

const decides = { may: ["invoices.manage"], scope: "all", duties: "not who reported it; level 10 may", stepUp: true } as const
const path = "/api/late-meals"

export const LateMealInput = Schema.Struct({
  siteId: Schema.Int,
  clientId: Schema.Int,
  date: Schema.String,
  mealType: Schema.Literals(lateMealTypes),
  /** number of people who were served and are not on the bill; if below 0, of those on the bill who were not served */
  heads: Schema.Int,
  reason: TextInput("Reason", { required: true, most: 500 }),
})

export const lateMeals = resource("lateMeals", stream, {
  path,
  noun: ["late meal", "late meals"],
  answer: "LateMeal",
  read: { may: ["operations.supervise", "department.manage", "finance.full"], rows },
  joins: [siteOfRow(LateMeal, "siteId"), userJoin(LateMeal, "reportedBy", "decidedBy"), shown],
  titles: { reason: "Why late", reportedByUser: "Reported by", decisionReason: "Declined because", decidedByUser: "Decided by" },
  list: {
    columns: ["date", "mealType", "clientName", "siteName", "heads", "currency", "amount", "invoiceNumber", "status", "documentNumber", "reportedByUser"],
    filters: ["status", "clientId"],
    sorts: ["date", "status", "amount", "createdAt"],
    order: "-date,-createdAt",
    search: ["reason"],
    date: "date",
    site: "siteId",
    file: "Late meals",
  },
  details: ["clientName", "siteName", "heads", "rate", "invoiceNumber", "reason", "reportedByUser", "documentNumber", "decisionReason", "decidedByUser"],
  commands: { bill: updates(billLateMeal, decides), credit: updates(creditLateMeal, decides), decline: updates(declineLateMeal, { ...decides, duties: "" }) },
  more: (late) => [
    HttpApiEndpoint.post("propose", path, { payload: LateMealInput, success: late.pipe(created), error: rejections }).annotateMerge(
      ruled("Report people of a meal that is already billed", { may: ["operations.supervise", "invoices.manage"], scope: "6: own site; 7 and 10: all" }),
    ),
  ],
})

export const LateMealsApi = lateMeals.api
