/** A copy of the product's sources in which faults can be planted. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "..")

/** Copies tracked and new files to a temporary folder; installed packages are shared with the original, our own packages are the copies. */
export const copied = (name: string) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), `ops-${name}-`))
  fs.chmodSync(folder, 0o711)
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter(Boolean)
  const hash = createHash("sha256")
  for (const file of files) {
    const from = path.join(root, file)
    if (!fs.existsSync(from)) continue
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.copyFileSync(from, path.join(folder, file))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(folder, file)))
      .update("\0")
  }
  const modules = path.join(root, "node_modules")
  fs.mkdirSync(path.join(folder, "node_modules"))
  for (const name of fs.readdirSync(modules)) {
    if (name !== "@ops") fs.symlinkSync(path.join(modules, name), path.join(folder, "node_modules", name))
  }
  // each is a relative link into the folders of the product
  fs.cpSync(path.join(modules, "@ops"), path.join(folder, "node_modules", "@ops"), { recursive: true, verbatimSymlinks: true })
  return { folder, digest: hash.digest("hex") }
}
