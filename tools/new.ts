/**
 * `npm run new -- record finance/fuel-dips`: creates the room of a new record, and registers it where necessary. The result passes the checks and
 * works: a list, a form, a drawer with a decision, an export, a history, and CLI commands. The fields and texts remain to be written.
 *
 *   --one "fuel dip"   the singular, if it is not the plural without its last letter
 */
import { capitalised, withArticle } from "../platform/text.ts"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"

const root = path.join(import.meta.dirname, "..")

interface Names {
  readonly module: string
  /** fuel-dips */
  readonly room: string
  /** fuel dip, fuel dips */
  readonly one: string
  readonly several: string
  /** fuelDip, fuelDips, FuelDip, FuelDips */
  readonly camel: string
  readonly camels: string
  readonly pascal: string
  readonly pascals: string
  /** fuel_dip */
  readonly kind: string
}

const camelOf = (words: string) => words.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The names of a record, derived from the location of its room: "finance/fuel-dips". */
export const namesOf = (where: string, given?: string): Names => {
  const [module = "", room = "", ...rest] = where.split("/")
  if (rest.length > 0 || !/^[a-z]+$/.test(module) || !/^[a-z]+(-[a-z]+)*$/.test(room))
    throw new Error(`"${where}" is no place of a room. Say it as finance/fuel-dips`)
  const several = room.replaceAll("-", " ")
  const one = given ?? several.replace(/s$/, "")
  if (one === several) throw new Error(`What is one of the ${several} called? Say it with --one`)
  const camel = camelOf(one)
  const camels = camelOf(several)
  return { module, room, one, several, camel, camels, pascal: capitalised(camel), pascals: capitalised(camels), kind: one.replaceAll(" ", "_") }
}

const filesOf = ({ one, several, camel, camels, pascal, pascals, kind, room }: Names): Readonly<Record<string, string>> => {
  const file = one.replaceAll(" ", "-")
  const title = one.replace(/\b\w/g, (letter) => letter.toUpperCase())
  return {
    [`${file}.ts`]: `/** ${capitalised(several)} of the sites: recorded by one person, approved by another. */
import { BusinessDate, Optional, Literals, Ref, SiteName, Text, withDefault } from "@ops/platform/records/field.ts"
import { command, conflict, forbidden, invalid, newId, permitted } from "@ops/platform/records/command.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { siteOf } from "@ops/sites/site.ts"

const facts = { date: BusinessDate, siteId: Ref("site"), notes: Text() }
const recorded = { ...facts, recordedBy: Optional(Ref("person")) }

export const ${pascal} = record(
  "${kind}",
  { ...recorded, status: Literals("pending", "approved"), approvedBy: Optional(Ref("person")) },
  { label: "${capitalised(one)}", title: "to_char(date, 'YYYY-MM-DD')", indexes: [["date", "id"]] },
)

export const ${pascal}Recorded = event("${pascal}Recorded", 1, recorded, () => "Recorded")
export const ${pascal}Approved = event("${pascal}Approved", 1, { approvedBy: Optional(Ref("person")) }, () => "Approved")

export const ${camels} = stream(${pascal}, ${pascal}Recorded, ${pascal}Approved).fold({
  ${pascal}Recorded: (_, ${camel}) => ({ ...${camel}, status: "pending" as const, approvedBy: null }),
  ${pascal}Approved: (${camel}, approved) => ({ ...${camel}, ...approved, status: "approved" as const }),
})

export const rows = ownSite("siteId", "up to 6: their site; 8: its own site if it has one; 7 and 10: all")
const seen = visible(${camels}, rows)

/** Records ${withArticle(one)} of a site. */
export const record${pascal} = command(
  "${kind}.record",
  "Record ${withArticle(one)}",
  { ...facts, siteId: SiteName, notes: withDefault("", facts.notes) },
  function* (input, by) {
    if (input.date > by.today) throw invalid("Date cannot be in the future")
    const site = yield* siteOf(input.siteId, by)
    return [${camels}.at(yield* newId(${camels}), ${pascal}Recorded({ ...input, siteId: site.id, recordedBy: by.person }))]
  },
)

/** Approves ${withArticle(one)}, by another person than its recorder. */
export const approve${pascal} = command("${kind}.approve", "Approve ${withArticle(one)} that another person recorded", { id: Ref("${kind}") }, function* ({ id }, by) {
  const { status, recordedBy } = yield* seen(id, by)
  if (status === "approved") throw conflict("This ${one} is approved already")
  if (by.person !== null && recordedBy === by.person) throw forbidden("You recorded this ${one}, so someone else approves it")
  yield* permitted()
  return [${camels}.at(id, ${pascal}Approved({ approvedBy: by.person }))]
})
`,
    [`${file}.test.ts`]: `import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { person } from "@ops/platform/testing/person.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { approve${pascal}, ${camels}, record${pascal} } from "./${file}.ts"

const site = sites.at(1, SiteOpened({ code: "S1", slug: "site-1", name: "Site 1", label: "Site 1", client: null, location: null }))
const recorded = () => given(site).when(record${pascal}, { date: "2026-11-20", siteId: 1, notes: "" }, person(6))

test("${withArticle(one)} is recorded at the person's site, and approved by another person", () => {
  const approved = recorded().holds(${camels}, 1, { status: "pending", recordedBy: 6 }).when(approve${pascal}, { id: 1 }, person(8))
  approved.holds(${camels}, 1, { status: "approved", approvedBy: 8 })
  approved.when(approve${pascal}, { id: 1 }, person(7)).refuses("This ${one} is approved already", 409)
  expect(approved.refusal).toBeUndefined()
})

test("${withArticle(one)} cannot be approved by its recorder, nor recorded for a day to come", () => {
  recorded().when(approve${pascal}, { id: 1 }, person(6)).refuses("You recorded this ${one}, so someone else approves it", 403)
  given(site).when(record${pascal}, { date: "2026-11-22", siteId: 1, notes: "" }, person(6)).refuses("Date cannot be in the future")
})
`,
    "resource.ts": `/** How ${several} are reached, read and decided on. */
import { APPROVERS, OPERATIONS } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { approve${pascal}, ${pascal}, ${camels} as stream, record${pascal}, rows } from "./${file}.ts"

export const ${camels} = resource("${camels}", stream, {
  path: "/api/${room}",
  noun: ["${one}", "${several}"],
  answer: "${pascal}",
  read: { may: OPERATIONS, rows },
  joins: [siteJoin(${pascal}, "siteId"), userJoin(${pascal}, "recordedBy", "approvedBy")],
  list: {
    columns: ["date", "siteName", "notes", "recordedByUser", "status"],
    filters: ["status"],
    sorts: ["date", "site", "status", "createdAt"],
    order: "-date",
    search: ["notes"],
    date: "date",
    site: "siteId",
    file: "${capitalised(several)}",
  },
  details: ["siteName", "recordedByUser", "approvedByUser", "notes"],
  commands: {
    record: creates(record${pascal}, { may: OPERATIONS, scope: "3 and 6: own site; 8: own site if it has one" }),
    approve: updates(approve${pascal}, { may: APPROVERS, duties: "not the person who recorded it", versioned: true }),
  },
})

export const ${pascals}Api = ${camels}.api
`,
    "screen.ts": `import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { ${camels} } from "./resource.ts"

export const screen = screenOf(${camels}, {
  title: ["siteName", "date"],
  card: ["siteName", "recordedByUser"],
  commands: { record: { button: "Record ${title}" }, approve: { kind: "primary" } },
})
`,
    "cli.ts": `/** \`ops ${room}\`: ${several} of the sites. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ${camels} } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds \`${room}\` to the program. */
export const add${pascals}Commands = (program: Command, call: Call): void => {
  addResourceCommands<typeof ${camels}>(program, call, { screen, siteNamed, api: async () => (await import("./resource.ts")).${pascals}Api })
}
`,
    [`web/${room}-page.tsx`]: `import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { screen } from "../screen.ts"

export const Component = () => <ResourcePage screen={screen} />
`,
  }
}

/** A place where a record must be registered: the text to insert, before or after which existing text. */
interface Place {
  readonly file: string
  readonly before: RegExp
  readonly line: string
}

const placesOf = ({ module, room, several, camels, pascals }: Names, hasResources: boolean): ReadonlyArray<Place> => [
  { file: `modules/${module}/module.ts`, before: /^import /m, line: `import { ${camels} } from "./${room}/resource.ts"\n` },
  hasResources
    ? { file: `modules/${module}/module.ts`, before: /(?<=\bresources: \[)/, line: `${camels}, ` }
    : { file: `modules/${module}/module.ts`, before: /(?<=\bdefineModule\(\{)/, line: ` resources: [${camels}],` },
  {
    file: "apps/cli/program.ts",
    before: /^ {2}\{ names: \["approvals"\]/m,
    line: `  { names: ["${room}"], add: async ({ program, call }) => (await import("@ops/${module}/${room}/cli.ts")).add${pascals}Commands(program, call) },\n`,
  },
  {
    file: "apps/web/routes.ts",
    before: /(?<=^export const screens: readonly Screen\[\] = \[\n)/m,
    line: `  { path: "/${room}", title: "${capitalised(several)}", subtitle: "", page: () => import("@ops/${module}/${room}/web/${room}-page.tsx") },\n`,
  },
  { file: "apps/web/shell/navigation.ts", before: /(?<=^const besides: readonly Access\[\] = \[\n)/m, line: `  { path: "/${room}", needs: operations },\n` },
]

/** Creates a record's room under `base` and registers it. Throws before writing anything if a place is not found. */
export const makeRecord = (base: string, names: Names): ReadonlyArray<string> => {
  const folder = `modules/${names.module}/${names.room}`
  if (!existsSync(path.join(base, `modules/${names.module}/module.ts`))) throw new Error(`There is no module ${names.module}`)
  if (existsSync(path.join(base, folder))) throw new Error(`${folder} is there already`)
  const texts = new Map<string, string>()
  const hasResources = /\bresources: \[/.test(readFileSync(path.join(base, `modules/${names.module}/module.ts`), "utf8"))
  for (const { file, before, line } of placesOf(names, hasResources)) {
    const text = texts.get(file) ?? readFileSync(path.join(base, file), "utf8")
    const found = before.exec(text)
    if (!found) throw new Error(`${file} has no place for a new record any more: mend placesOf in tools/new.ts`)
    texts.set(file, text.slice(0, found.index) + line + text.slice(found.index))
  }
  for (const [file, text] of Object.entries(filesOf(names))) texts.set(`${folder}/${file}`, text)
  for (const [file, text] of texts) {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
    writeFileSync(path.join(base, file), text)
  }
  return [...texts.keys()]
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { one: { type: "string" } } })
  const [what, where] = positionals
  if (what !== "record" || where === undefined) {
    console.error("Usage: npm run new -- record <module>/<records>, such as finance/fuel-dips")
    process.exit(2)
  }
  try {
    const names = namesOf(where, values.one)
    const files = makeRecord(root, names)
    execFileSync(path.join(root, "node_modules/.bin/biome"), ["format", "--write", ...files], { cwd: root, stdio: "ignore" })
    execFileSync(process.execPath, ["tools/checks/event-shapes.ts"], { cwd: root, stdio: "ignore" })
    console.log([...files, "docs/event-shapes.jsonl"].join("\n"))
    console.log(`\nNext: write its fields in modules/${where}/${names.one.replaceAll(" ", "-")}.ts, its columns in resource.ts, and who may call it in`)
    console.log("apps/server/permissions/rules.test.ts. It is at /" + names.room + " and as `ops " + names.room + "`.")
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
