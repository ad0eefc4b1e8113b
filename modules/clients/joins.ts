/** The client and the project of a record, as included in its answer. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"

type Having<F extends string> = RecordKind<string, Readonly<Record<F, Schema.Top>>>
const Client = Schema.Struct({ id: Schema.Int, companyName: Schema.String }).annotate({ identifier: "ClientName" })
const client = "json_build_object('id', c.id, 'companyName', c.company_name)"

/** `client` with its id and name, and `companyName` separately. */
export const clientJoin = (_record: Having<"clientId">) =>
  ({
    fields: { client: computed(Client, client, { label: "Client" }), companyName: computed(Schema.String, "c.company_name", { label: "Client" }) },
    from: "join client c on c.id = r.client_id",
    dependsOn: ["client"],
    sorts: { client: "c.company_name" },
    search: ["c.company_name"],
  }) as const

/** `project` with its id and name, and the record's client; null without one. After {@link clientJoin}. */
export const projectJoin = (_record: Having<"projectId" | "clientId">) =>
  ({
    fields: {
      project: computed(
        Schema.NullOr(Schema.Struct({ id: Schema.Int, projectName: Schema.String, client: Client })),
        `case when j.id is not null then json_build_object('id', j.id, 'projectName', j.name, 'client', ${client}) end`,
        { label: "Project" },
      ),
    },
    from: "left join project_head j on j.id = r.project_id",
    search: ["j.name"],
  }) as const
