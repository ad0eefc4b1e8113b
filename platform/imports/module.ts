import { defineModule } from "../module.ts"

/** By which headers the files of this company call the fields of what they import. */
export const importsModule = defineModule({
  tables: ["create table if not exists app.import_header (what text not null, header text not null, field text not null, primary key (what, header))"],
})
