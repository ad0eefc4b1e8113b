/** Folders that the product creates for itself. */
import { mkdirSync } from "node:fs"

/** Creates a folder, with missing parents, that no other account of this machine can enter. An existing folder stays unchanged. */
export const privateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * The same for the folder around the embedded database. If started by root, PostgreSQL runs as another account, which must be able to traverse it.
 */
export const folderOfDatabase = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
