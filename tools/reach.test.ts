import { execFileSync } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { reachedBy } from "./reach.ts"

const root = path.join(import.meta.dirname, "..")
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|md)$/.test(file))
const specs = files.filter((file) => file.endsWith(".spec.ts"))
const tests = files.filter((file) => file.endsWith(".test.ts"))

describe("the tests reached by a change", () => {
  it("for a pure file are its own test, the tests of programs that run it, and every browser spec", () => {
    const reached = reachedBy(["platform/money.ts"], files)
    expect(reached.tests).toEqual(expect.arrayContaining(["platform/money.test.ts", "apps/server/starts/crash.test.ts", "apps/cli/cli.test.ts"]))
    expect(reached.specs).toEqual(specs)
  })

  it("for a terminal command are the tests that start the program, and no browser spec", () => {
    const reached = reachedBy(["apps/cli/doctor.ts"], files)
    expect(reached.tests).toContain("apps/cli/cli.test.ts")
    expect(reached.tests).not.toContain("platform/money.test.ts")
    expect(reached.specs).toEqual([])
  })

  it("for a screen are the specs that open it by address or title", () => {
    const reached = reachedBy(["modules/catering/menus/web/menus-page.tsx"], files)
    expect(reached.specs).toEqual(expect.arrayContaining(["apps/web/e2e/operations/menus.spec.ts", "apps/web/e2e/product/screens.spec.ts"]))
    expect(reached.specs).not.toContain("apps/web/e2e/books/payroll.spec.ts")
  })

  it("for code around every screen are all specs", () => {
    for (const file of ["platform/ui/button.tsx", "apps/web/shell/rail.tsx", "apps/web/e2e/signed-in.ts", "modules/people/queries.ts"]) {
      expect(reachedBy([file], files).specs, file).toEqual(specs)
    }
  })

  it("for a spec are the spec itself, and for a text page the tests that name it", () => {
    expect(reachedBy(["apps/web/e2e/operations/hr.spec.ts"], files).specs).toEqual(["apps/web/e2e/operations/hr.spec.ts"])
    const { tests, specs } = reachedBy(["README.md"], files)
    expect(tests).toContain("apps/cli/installation.test.ts")
    expect(specs).toEqual([])
  })

  it("include tests that look for files themselves for any change, and are none without a change", () => {
    expect(reachedBy(["modules/catering/menus/web/menus-page.tsx"], files).tests).toContain("tools/start.test.ts")
    expect(reachedBy([], files)).toEqual({ tests: [], specs: [] })
  })

  it.each(["package.json", "platform/ui/kit.css", "modules/people/gone.ts", "vitest.workspace.ts", "patches/x.patch"])("for %s are all tests", (file) => {
    expect(reachedBy([file], files)).toEqual({ tests, specs })
  })
})
