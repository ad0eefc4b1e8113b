/** The screens as a browser loads them, built from the sources as they are. */
import { execFileSync } from "node:child_process"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")
export const dist = path.join(root, "apps/web/dist")

let isBuilt = false
/** Builds them, once for all rows of a run. */
export const buildScreens = () => {
  if (isBuilt) return
  execFileSync(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), "build", "apps/web", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  })
  isBuilt = true
}
