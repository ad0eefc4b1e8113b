import { Command } from "./command.ts"
import { describe, expect, it } from "vitest"
import { addCommonOptions, type CommonOptions, commonOptions } from "./options.ts"

/** Parses a line for `ops billing list` and returns what the command reads. */
const read = async (line: string): Promise<CommonOptions> => {
  let options: CommonOptions | undefined
  const program = new Command("ops").exitOverride().configureOutput({ writeErr: () => {} })
  program
    .command("billing")
    .command("list")
    .action((_, command) => {
      options = commonOptions(command)
    })
  addCommonOptions(program)
  await program.parseAsync(line.split(" "), { from: "user" })
  return options!
}

describe("the common options", () => {
  it("have defaults", async () => {
    expect(await read("billing list")).toEqual({
      format: undefined,
      fields: undefined,
      headers: true,
      expanded: false,
      timeZone: "Africa/Juba",
      profile: undefined,
      url: undefined,
      debug: false,
      verbose: false,
    })
  })

  it.each([
    "-o csv --no-headers --profile juba billing list",
    "billing -o csv list --profile juba --no-headers",
    "billing list -o csv --profile juba --no-headers",
  ])("work in any position: %s", async (line) => {
    expect(await read(line)).toMatchObject({ format: "csv", profile: "juba", headers: false })
  })

  it("are all parsed", async () => {
    expect(await read("billing list --fields a,,b --expanded --tz UTC --url http://x --debug -v")).toMatchObject({
      fields: ["a", "b"],
      expanded: true,
      timeZone: "UTC",
      url: "http://x",
      debug: true,
      verbose: true,
    })
  })

  it.each(["--json billing list", "billing list --json"])("recognise --json: %s", async (line) => {
    expect((await read(line)).format).toBe("json")
  })

  it.each(["billing list -o xml", "billing list --json -o csv"])("refuse %s", async (line) => {
    await expect(read(line)).rejects.toThrow(/invalid|cannot be used with/)
  })

  it("refuse an unknown time zone", async () => {
    await expect(read("billing list --tz Mars")).rejects.toMatchObject({ code: 2 })
  })
})
