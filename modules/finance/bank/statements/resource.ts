/** The resource of bank statements: reading them, and importing a file. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { created, rejections } from "@ops/platform/http/contract.ts"
import { resource } from "@ops/platform/http/resources/resource.ts"
import { payloadOf } from "@ops/platform/http/resources/wire.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { accountJoin } from "../joins.ts"
import { BankStatement, bankStatements as stream, importStatement } from "./bank-statement.ts"

const cashier = { may: ["payments.process"], scope: "all" } as const
const read = { may: ["payments.process"], rows: everyRow() } as const
const Text = Schema.NullOr(Schema.String)
/** The result of an import, or of its preview. */
export const ImportAnswer = Schema.Struct({
  statementId: Schema.NullOr(Schema.Int),
  statementNumber: Text,
  from: Schema.String,
  to: Schema.String,
  added: Schema.Int,
  repeated: Schema.Int,
  opening: Text,
  closing: Text,
}).annotate({ identifier: "BankImport" })

const payload = payloadOf(importStatement.fields)
export const bankStatements = resource("bankStatements", stream, {
  path: "/api/bank-statements",
  noun: ["bank statement", "bank statements"],
  answer: "BankStatement",
  area: "bank",
  number: "statementNumber",
  read,
  joins: [accountJoin, userJoin(BankStatement, "importedBy")],
  titles: { importedByUser: "Imported by", statementNumber: "Statement", fileName: "File" },
  list: {
    columns: ["statementNumber", "accountName", "fileName", "format", "from", "to", "opening", "added", "repeated", "closing"],
    filters: ["accountId"],
    sorts: ["statementNumber", "to"],
    order: "-to,-statementNumber",
    search: ["statementNumber", "fileName"],
    date: "to",
    file: "Bank statements",
  },
  details: ["importedByUser"],
  commands: {},
  more: [
    HttpApiEndpoint.post("check", "/api/bank-statements/check", { payload, success: ImportAnswer, error: rejections }).annotateMerge(
      ruled("Check a bank statement import", cashier),
    ),
    HttpApiEndpoint.post("import", "/api/bank-statements", { payload, success: ImportAnswer.pipe(created), error: rejections }).annotateMerge(
      ruled("Import a bank statement", cashier),
    ),
  ],
})
export const BankStatementsApi = bankStatements.api
