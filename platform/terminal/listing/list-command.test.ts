import { Command } from "../command.ts"
import { afterEach, expect, test, vi } from "vitest"
import { type ListAsked, listCommand } from "./list-command.ts"

const rows = [
  { id: 1, name: "North", state: "done" },
  { id: 2, name: "South", state: "open" },
]
/** Runs a command line; returns the pages that it requested. */
const run = async (...words: ReadonlyArray<string>) => {
  const pages: Array<ListAsked> = []
  const program = new Command("ops").exitOverride().configureOutput({ writeErr: () => {} })
  listCommand(program.command("trips").option("--state <word>", "open or done").option("--late", "only late ones"), {
    columns: [{ key: "name", title: "Trip", kind: "text" }],
    site: async (_, name) => (name === "US" ? 4 : 5),
    asked: ({ late, state }) => ({ status: state, ...(late && { late: "true" }) }),
    rows: async (page) => {
      pages.push(page)
      return [rows.slice(pages.length - 1, pages.length), { headers: { "x-total-count": "2", ...(pages.length === 1 && { "x-next-cursor": "c" }) } }]
    },
    shown: ({ name }) => ({ name: name.toUpperCase() }),
    next: ({ id, state }) => (state === "open" ? `ops trips end ${id}` : undefined),
    examples: [{ line: "ops trips --state open", does: "those under way" }],
  })
  await program.parseAsync(["trips", ...words], { from: "user" })
  return pages
}
const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(() => true))
const written = (to: typeof out) => to!.mock.calls.map(([text]) => text).join("")
afterEach(() => {
  out!.mockClear()
  err!.mockClear()
})

test("a list is asked for by what was typed, a site by its id, page after page, and printed as its table shows it", async () => {
  const pages = await run("--site", "US", "--state", "open", "--late")
  expect(pages.map(({ limit: _, ...page }) => page)).toEqual([
    { siteId: "4", status: "open", late: "true", cursor: undefined, format: undefined },
    { siteId: "4", status: "open", late: "true", cursor: "c", format: undefined },
  ])
  expect(written(out)).toMatch(/NORTH[^]*SOUTH/)
})

test("the command that goes on from a row is printed below the list", async () => {
  await run()
  expect(written(out) + written(err)).toContain("ops trips end 2")
})
