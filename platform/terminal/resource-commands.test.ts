import { Command, Option } from "./command.ts"
import { afterEach, expect, test, vi } from "vitest"
import { command } from "../records/command.ts"
import { Flag, label, Line, Lines, Literals, Optional, partly, Pictures, Quantity, Ref, SeriesNumber, SiteName, Whole, withDefault } from "../records/field.ts"
import { record } from "../records/record.ts"
import { event, stream } from "../records/stream.ts"
import { ownSite } from "../records/visibility.ts"
import { creates, resource, updates } from "../http/resources/resource.ts"
import { screenOf } from "../http/resources/screen.ts"
import type { Call } from "./call.ts"
import { addResourceCommands } from "./resource-commands.ts"

const facts = { tankNumber: SeriesNumber("TNK"), name: Line(), siteId: Ref("site"), isOpen: Flag, photos: Pictures }
const Tank = record("tank", facts, { label: "Tank", title: "name" })
const TankBuilt = event("TankBuilt", 1, facts, () => "Built")
const changes = function* () {
  return []
}
const tanks = resource("tanks", stream(Tank, TankBuilt).fold({ TankBuilt: (_, tank) => tank }), {
  path: "/api/tanks",
  noun: ["tank", "tanks"],
  answer: "Tank",
  number: "tankNumber",
  read: { may: ["operations.basic"], rows: ownSite("siteId", "the own site") },
  joins: [],
  list: {
    columns: ["tankNumber", "name"],
    filters: [{ field: "isOpen", name: "open", usual: "true" }, "name"],
    sorts: ["name"],
    order: "name",
    file: "Tanks",
  },
  commands: {
    build: creates(
      command(
        "tank.build",
        "Build a tank",
        {
          name: Line(),
          siteId: SiteName,
          use: withDefault("water", Literals("water", "fuel")),
          level: label("Reading", Optional(Quantity)),
          paint: Optional(Line()),
          photos: withDefault([], Pictures),
        },
        changes,
      ),
      { may: ["team.manage"] },
    ),
    drain: updates(command("tank.drain", "Drain a tank", { id: Ref("tank") }, changes), { may: ["team.manage"], hint: () => "true", onHint: true }),
    inspect: updates(command("tank.inspect", "Inspect a tank", { id: Ref("tank"), seals: Lines({ line: label("Line", Quantity), result: Line() }) }, changes), {
      may: ["team.manage"],
    }),
    change: updates(command("tank.change", "Change a tank", { id: Ref("tank"), ...partly({ name: Line(), places: Optional(Whole) }) }, changes), {
      may: ["team.manage"],
    }),
    fillUp: updates(command("tank.fill", "Fill a tank", { id: Ref("tank"), level: Quantity, isLast: withDefault(false, Flag) }, changes), {
      may: ["team.manage"],
    }),
  },
})
const row = {
  id: 7,
  version: 3,
  tankNumber: "TNK-0007",
  name: "North",
  photos: [{ id: 1, name: "lid.jpg", type: "image/jpeg", size: 1, sha256: "" }],
  canDrain: false,
  cannot: {},
}

/** Runs a command line; returns the calls that it made, with their parameters. */
const run = async (...words: ReadonlyArray<string>) => {
  const made: Array<readonly [call: string, asked: unknown]> = []
  const answers: Readonly<Record<string, unknown>> = { list: [row], one: row, build: row, change: row, inspect: row, fillUp: row, history: [] }
  const calls = new Proxy(
    {},
    {
      get: (_, name: string) => (asked: { readonly responseMode?: string }) => {
        made.push([name, asked])
        return asked.responseMode ? [answers[name], { headers: {} }] : answers[name]
      },
    },
  )
  const program = new Command("ops").exitOverride().configureOutput({ writeErr: () => {} })
  const call = (async (_: Command, __: unknown, use: (client: object) => unknown) => use({ tanks: calls })) as Call
  addResourceCommands<typeof tanks>(program, call, {
    screen: screenOf(tanks),
    api: async () => tanks.api,
    siteNamed: async () => 4,
    list: { defaults: { name: "North" }, switches: { closed: { meaning: "those that are closed", gives: { open: "false" } } } },
    shown: (tank) => ({ name: `${tank.name} tank` }),
    show: { tables: async () => ({ fillings: [[{ litres: 5 }], [{ key: "litres", title: "Litres", kind: "integer" }]] }) },
    commands: {
      build: {
        arguments: ["name"],
        switches: { fuel: { meaning: "it holds fuel", gives: { use: "fuel" } } },
        options: [new Option("--tone <word>", "of its paint"), new Option("--matt", "without gloss")],
        reads: { paint: { value: (_, { given: { tone, matt } }) => tone && `${matt ? "matt" : "glossy"} ${tone}` } },
        immediate: true,
      },
      change: { immediate: true },
      fillUp: { verb: "fill", arguments: ["level"], immediate: true, next: ({ tankNumber }) => `ops tanks show ${tankNumber}` },
      inspect: {
        immediate: true,
        flags: { seals: "seal" },
        reads: {
          seals: {
            argument: "<seal=result>",
            several: true,
            value: (typed, { row }) => typed.map((word) => ({ tank: row?.id, seal: word.split("=")[0], result: word.split("=")[1] })),
          },
        },
      },
    },
  })
  await program.parseAsync(words, { from: "user" })
  return made
}
const printed = vi.spyOn(process.stdout, "write").mockImplementation(() => true)
afterEach(() => void printed.mockClear())

test("a field can be typed without a flag, a switch stands for a value, and nothing is asked of what is done at once", async () => {
  expect(await run("tanks", "build", "North", "--site", "US", "--reading", "12.5", "--fuel")).toEqual([
    ["build", { payload: { name: "North", siteId: 4, use: "fuel", level: 12_500, photos: [] } }],
  ])
  expect(await run("tanks", "build", "North", "--site", "US")).toEqual([["build", { payload: { name: "North", siteId: 4, use: "water", photos: [] } }]])
})

test("empty text clears an optional number, and a change without a field is refused before anyone is asked", async () => {
  expect((await run("tanks", "change", "7", "--places", "")).at(-1)).toEqual(["change", { params: { id: 7 }, payload: { places: null } }])
  await expect(run("tanks", "change", "7")).rejects.toThrow("There is nothing to change.")
})

test("options that are no field say what a field without an option is", async () => {
  expect(await run("tanks", "build", "North", "--site", "US", "--tone", "grey", "--matt")).toMatchObject([["build", { payload: { paint: "matt grey" } }]])
  await expect(run("tanks", "build", "North", "--site", "US", "--paint", "grey")).rejects.toThrow("unknown option '--paint'")
})

test("a command that a row does not offer is refused by --dry-run, also where its decision needs more than the row", async () => {
  await expect(run("tanks", "drain", "7", "--dry-run")).rejects.toThrow("You cannot do this to TNK-0007 now; nothing was done.")
})

test("a command on a record has the verb that it is given, and its record before its other arguments", async () => {
  expect(await run("tanks", "fill", "7", "2.125", "--is-last")).toEqual([
    ["one", { params: { id: 7 } }],
    ["fillUp", { params: { id: 7 }, payload: { level: 2125, isLast: true } }],
  ])
  await expect(run("tanks", "fill", "7", "much")).rejects.toThrow('The level cannot be "much".')
  await expect(run("tanks", "fill-up", "7", "2")).rejects.toThrow("unknown command")
})

test("a list leaves out what is not usual unless a switch asks for it, and a number finds every record", async () => {
  const asked = async (...words: ReadonlyArray<string>) => (await run("tanks", "list", ...words))[0]![1]
  expect(await asked()).not.toHaveProperty("query.open")
  expect(await asked("--closed")).toMatchObject({ query: { open: "false", name: "North" } })
  expect(await asked("--name", "South")).toMatchObject({ query: { name: "South" } })
  await expect(run("tanks", "list", "--from", "2026-11-01")).rejects.toThrow("unknown option '--from'")
  const [found] = await run("tanks", "show", "tnk-0007")
  expect(found).toEqual(["list", { query: { open: "", q: "tnk-0007", limit: "1000" } }])
  expect(printed.mock.calls.map(([text]) => text).join("")).toContain("Litres\n5")
})

test("a record is shown with the names of its files, and photos are asked for as photos", async () => {
  await run("tanks", "show", "7")
  expect(printed.mock.calls.map(([text]) => text).join("")).toContain("Photos\tlid.jpg")
  await expect(run("tanks", "build", "--help")).rejects.toThrow("(outputHelp)")
  expect(printed.mock.calls.map(([text]) => text).join("")).toMatch(/--photo <files...> +photos: JPEG, PNG or WEBP/)
})

test("a value can be made of what is typed several times, a row be shown in another way, and what goes on be said", async () => {
  const [, made] = await run("tanks", "inspect", "7", "--seal", "1=ok", "--seal", "2=torn")
  expect(made).toEqual([
    "inspect",
    {
      params: { id: 7 },
      payload: {
        seals: [
          { tank: 7, seal: "1", result: "ok" },
          { tank: 7, seal: "2", result: "torn" },
        ],
      },
    },
  ])
  const said = vi.spyOn(process.stderr, "write").mockImplementation(() => true)
  await run("tanks", "fill", "7", "2")
  expect(said.mock.calls).toContainEqual(["Next: ops tanks show TNK-0007\n"])
  said.mockRestore()
  const text = printed.mock.calls.map(([text]) => text).join("")
  expect(text).toContain("North tank")
})
