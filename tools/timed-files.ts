/** Writes the duration of each test file, including its hooks, to the file in OPS_TEST_TIMES: `npm test` shows the slowest. */
import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"

export default class TimedFiles implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const seconds = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return [module.moduleId, (collectDuration + setupDuration + duration) / 1000] as const
    })
    writeFileSync(process.env["OPS_TEST_TIMES"]!, JSON.stringify(Object.fromEntries(seconds)))
  }
}
