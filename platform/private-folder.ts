/** Folders that the product makes for itself. */
import { mkdirSync } from "node:fs"

/** Makes a folder, with the missing ones above it, that no other account of this machine can enter. One that exists stays as it is. */
export const privateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The same for the folder around the embedded database. Started by root, PostgreSQL runs as another account, which must get through. */
export const folderOfDatabase = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
