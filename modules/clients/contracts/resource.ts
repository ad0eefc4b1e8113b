/** The resource of contracts, with all their terms; prices only for users who may see them. Spec: API-294, ENT-06, ENT-07, ENT-11, NS-089. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { clientJoin } from "../joins.ts"
import { HISTORIANS, KEEPERS, OFFICE, PRICES, READERS } from "../permissions.ts"
import { inForce, rateToday, termToday } from "../queries.ts"
import {
  agreeBasis,
  agreeRate,
  agreeSignature,
  billingBases,
  ClientContract,
  clientContracts,
  describeService,
  endContract,
  planHeadCount,
  rows,
  signWithTerms,
} from "./client-contract.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Basis = Schema.Literals(billingBases)
/** SQL whose value only users who may see prices get; null for others. */
const price = (sql: string, type: string) => (who: SignedIn) => (holdsAny(who, PRICES) ? sql : `null::${type}`)
const percent = (hundredths: string) => `case when ${hundredths} > 0 then es.money(${hundredths}) end`
const parts = (column: string, part: string, order: string) =>
  `(select coalesce(json_agg(json_build_object(${part}) order by ${order}), '[]') from jsonb_array_elements(${column}) t)`
const share = percent("(t->>'guaranteedShare')::bigint")
const bands = parts("t->'bands'", "'fromHeads', (t->>'fromHeads')::int, 'rate', es.money((t->>'rate')::bigint)", "(t->>'fromHeads')::int")
const rates = parts("r.rates", `'from', t->>'from', 'rate', es.money((t->>'rate')::bigint), 'bands', ${bands}`, "t->>'from'")
const status = `case when r.start_date > es.today() then 'scheduled' when ${inForce("r")} then 'active' else 'ended' end`
const hourlyRate = price("es.money((r.details->>'hourlyRate')::bigint)", "text")

const terms = {
  fields: {
    status: computed(Schema.Literals(["scheduled", "active", "ended"]), status, { label: "Status" }),
    /** today's terms; null before the first */
    mealRate: computed(Text, price(rateToday("r"), "text"), { kind: "money", label: "Rate" }),
    billingBasis: computed(Schema.NullOr(Basis), termToday("r", "bases", "t->>'basis'"), { label: "Billed by" }),
    /** percent; null unless guaranteed */
    guaranteedShare: computed(Text, termToday("r", "bases", share)),
    currentStaffCount: computed(Whole, termToday("r", "head_counts", "(t->>'heads')::bigint"), { kind: "whole", label: "Planned heads" }),
    /** every term with its start date */
    rates: computed(
      Schema.NullOr(
        Schema.Array(
          Schema.Struct({
            from: Schema.String,
            rate: Schema.String,
            bands: Schema.Array(Schema.Struct({ fromHeads: Schema.Int, rate: Schema.String })),
          }),
        ),
      ),
      price(rates, "json"),
    ),
    bases: computed(
      Schema.Array(Schema.Struct({ from: Schema.String, basis: Basis, guaranteedShare: Text })),
      parts("r.bases", `'from', t->>'from', 'basis', t->>'basis', 'guaranteedShare', ${share}`, "t->>'from'"),
    ),
    details: computed(
      Schema.Struct({
        staffCapacity: Whole,
        mealTypes: Schema.Array(Schema.String),
        specialDietaryRequirements: Text,
        kitchenFacilities: Text,
        servingSchedule: Text,
        cleaningType: Text,
        serviceFrequency: Text,
        areasIncluded: Schema.Array(Schema.String),
        specialEquipment: Text,
        chemicalsUsed: Text,
        staffRequired: Whole,
        estimatedHours: Text,
        hourlyRate: Text,
      }),
      (who) => `r.details || jsonb_build_object('estimatedHours', es.quantity((r.details->>'estimatedHours')::bigint), 'hourlyRate', ${hourlyRate(who)})`,
    ),
  },
  filters: { status: { sql: status } },
} as const

const signs = { may: OFFICE, scope: "8: own site if it has one; 7 and 10: all" }
const agrees = { may: ["department.manage"], scope: "8: own site if it has one; 10: all" } as const
const past = "before this month: only level 10"

export const contracts = resource("contracts", clientContracts, {
  path: "/api/contracts",
  noun: ["contract", "contracts"],
  answer: "Contract",
  number: "contractNumber",
  read: { may: READERS, rows, history: HISTORIANS },
  hidden: ["rates", "bases", "details"],
  joins: [clientJoin(ClientContract), wholeSiteJoin(ClientContract, "siteId"), terms],
  titles: { contractNumber: "Contract #", serviceType: "Service", startDate: "From", endDate: "To", guaranteedShare: "Guaranteed (%)", taxCode: "Tax" },
  list: {
    columns: [
      "contractNumber",
      "companyName",
      "siteName",
      "serviceType",
      "startDate",
      "endDate",
      "status",
      "mealRate",
      "currency",
      "billingBasis",
      "currentStaffCount",
    ],
    unexported: ["companyName", "siteName"],
    filters: ["status", "clientId", "serviceType"],
    sorts: ["contractNumber", "client", "site", "startDate", "endDate"],
    order: "-startDate",
    search: ["contractNumber"],
    site: "siteId",
    file: "Contracts",
  },
  details: ["guaranteedShare", "taxCode", "notes"],
  commands: {
    sign: creates(signWithTerms, {
      ...signs,
      headers: { clientId: ["Client", "Company"], siteId: ["Camp"], startDate: ["From"], endDate: ["To"], mealRate: ["Meal rate", "Price"] },
    }),
    describe: updates(describeService, { ...signs, method: "PATCH", path: "" }),
    agreeRate: updates(agreeRate, { ...agrees, path: "rates", status: 201, duties: `who bills does not agree prices; ${past}` }),
    agreeBasis: updates(agreeBasis, { ...agrees, path: "basis", status: 201, duties: `who bills does not agree prices; ${past}` }),
    planHeadCount: updates(planHeadCount, {
      path: "head-counts",
      status: 201,
      may: KEEPERS,
      scope: "6: own site; 8: own site if it has one; 7 and 10: all",
      duties: past,
    }),
    agreeSignature: updates(agreeSignature, { ...agrees, path: "signatures", status: 201, duties: past }),
    end: updates(endContract, { ...signs, duties: past }),
  },
})

export const ContractsApi = contracts.api
