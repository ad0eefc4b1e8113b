/** Data folders for tests. Folders that take long to create are created once per run and copied. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** Environment variable with the folder of a stopped server that has the demo data; `npm test` creates it before all tests. */
export const demoVariable = "OPS_TEST_DEMO"

/** A new folder that the database's own account can traverse. */
export const newFolder = (name: string) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), `ops-${name}-`))
  fs.chmodSync(folder, 0o711)
  return folder
}

/** Copies a folder whose server or database is stopped. */
export const copyFolder = (from: string, to: string) => {
  fs.cpSync(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  // if started by root, Postgres runs as another account, which must own its files
  if (process.getuid?.() !== 0) return
  for (const name of fs.readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const { uid, gid } = fs.lstatSync(path.join(from, name))
    fs.lchownSync(path.join(to, name), uid, gid)
  }
}

/** Copies the demo data to a folder that does not exist yet. If there are none, the server that starts on it loads the demo data itself. */
export const copyDemo = (to: string) => {
  const made = process.env[demoVariable]
  if (made !== undefined) copyFolder(made, to)
}
