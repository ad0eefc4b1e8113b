/** Joins for bank statements and bank lines. */
import { Schema } from "effect"
import { computed, type Join } from "@ops/platform/http/resources/resource.ts"

export const accountJoin = {
  fields: {
    accountName: computed(Schema.String, "b.name", { label: "Account" }),
    currency: computed(Schema.Literals(["USD", "SSP"]), "b.currency"),
  },
  from: "join bank_account b on b.id = r.account_id",
  dependsOn: ["bank_account"],
} as const satisfies Join
