import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { bankStatements } from "./resource.ts"

export const screen = screenOf(bankStatements, { title: ["statementNumber"], amount: { field: "closing" } })
