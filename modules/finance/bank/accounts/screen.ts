import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { bankAccounts } from "./resource.ts"

export const screen = screenOf(bankAccounts, { title: ["name"], amount: { field: "bankBalance" } })
