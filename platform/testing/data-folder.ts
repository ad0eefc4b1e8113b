/** Data folders for tests. What takes long to make is made once a run, and copied. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** Names the folder of a stopped server with the demo data, which `npm test` makes before all tests. */
export const demoVariable = "OPS_TEST_DEMO"

/** A new folder that the database's own account can get through. */
export const newFolder = (name: string) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), `ops-${name}-`))
  fs.chmodSync(folder, 0o711)
  return folder
}

/** Copies a folder whose server, or database, is stopped. */
export const copyFolder = (from: string, to: string) => {
  fs.cpSync(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  // started by root, Postgres runs as another account, and must own its files
  if (process.getuid?.() !== 0) return
  for (const name of fs.readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const { uid, gid } = fs.lstatSync(path.join(from, name))
    fs.lchownSync(path.join(to, name), uid, gid)
  }
}

/** Puts the demo data into a folder that is still to be. Where none are made, the server that starts on it loads them itself. */
export const copyDemo = (to: string) => {
  const made = process.env[demoVariable]
  if (made !== undefined) copyFolder(made, to)
}
