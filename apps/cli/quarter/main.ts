/** `npm run quarter`: a quarter of the company on fresh demo data, at the terminal, each step with its result. Ends with 1 where one fails. */
import { enter } from "../in-process.ts"
import { installed } from "./installed.ts"
import { quarter } from "./quarter.ts"

const { at, dispose, env } = await installed()
const leave = enter(env)
try {
  for (const [n, { title, run }] of quarter(at, (line) => console.log(`      $ ${line}`)).entries()) {
    console.log(`${String(n + 1).padStart(2)}. ${title}`)
    const began = performance.now()
    console.log(`    ✓ ${await run()} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  }
} catch (error) {
  console.error(`    ✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  leave()
  await dispose()
}
