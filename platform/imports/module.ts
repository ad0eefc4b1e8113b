import { defineModule } from "../module.ts"

/** The column headers used in this company's import files. */
export const importsModule = defineModule({
  tables: ["create table if not exists app.import_header (what text not null, header text not null, field text not null, primary key (what, header))"],
})
