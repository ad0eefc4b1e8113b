import { defineModule } from "../module.ts"
import { attachmentTable, digestIndex, looseIndex } from "./attachment.ts"

export const documentsModule = defineModule({
  tables: [
    `create table if not exists app.document (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'), media_type text not null, bytes bytea not null, created_at timestamptz not null default now())`,
    attachmentTable,
    looseIndex,
    digestIndex,
  ],
})
