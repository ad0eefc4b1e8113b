import { globSync, readFileSync } from "node:fs"
import { availableParallelism, totalmem } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Tests are beside the code they test. Those that start a Postgres, a server or a program are recognised by what they import or name. */
const all = globSync(["{apps,modules,platform,tools}/**/*.test.ts"], { exclude: ["**/node_modules/**", "**/dist/**"] })
const starts =
  /testing\/database\.ts|temporary-server\.ts|testing\/smtp\.ts|node:child_process|pty\.ts|testing\/server\.ts|demo-(server|app)\.ts|installation\.ts|copied\.ts/
const integration = all.filter((file) => starts.test(readFileSync(file, "utf8")))
const unit = all.filter((file) => !integration.includes(file))

/**
 * Tests run the same code as a server: Node itself strips the types. With another compiler the source text of a fold would differ, and with it the
 * fingerprint by which a database knows which code made its rows (docs/decisions/0050-one-compiler.md).
 */
const experimental = { viteModuleRunner: false, nodeLoader: false }

/**
 * If no previous run has recorded how long each file takes, those that start programs run first, the longest of them before the others, because what
 * begins last ends last.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const known = await super.sort(files)
    const length = ({ moduleId }: TestSpecification) => {
      const text = readFileSync(moduleId, "utf8")
      return (/startServer|demoServer|demoApp|execFile|installation\(|spawn\(/.test(text) ? 1e6 : 0) + text.length
    }
    const isTimed = files.some((file) => this.ctx.cache.getTestSpecificationResult(file))
    return isTimed ? known : [...known].sort((a, b) => length(b) - length(a))
  }
}

export default defineConfig({
  test: {
    // one more than cores, because each waits for its server, its database and its timeouts; those take about a gigabyte
    maxWorkers: Math.max(2, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 2 ** 31))),
    sequence: { sequencer: LongestFirst },
    // a message that names the faults of a list is all that a later reader of a log has
    chaiConfig: { truncateThreshold: 4000 },
    projects: [
      // pure code has no side effects, so modules loaded by one file can be reused by the next
      { test: { name: "unit", include: unit, experimental, testTimeout: 60_000, isolate: false } },
      {
        test: {
          name: "integration",
          include: integration,
          experimental,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
          globalSetup: "platform/testing/template.ts",
        },
      },
    ],
  },
})
