/** Files sent along with a command: uploaded one by one, before the record that they are attached to is written. */
import type { Command } from "./command.ts"
import type { Call } from "./call.ts"
import { Exit } from "./exit-codes.ts"

/** Reads the files, so that a missing one is reported before anything is sent. */
const opened = async (paths: ReadonlyArray<string>) => {
  const [{ openAsBlob }, { stat }, path, { attachmentBytes }] = await Promise.all([
    import("node:fs"),
    import("node:fs/promises"),
    import("node:path"),
    import("../documents/attachment-contract.ts"),
  ])
  const files: Array<{ readonly name: string; readonly blob: Blob }> = []
  for (const file of paths) {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new Exit("usage", `There is no file ${file}.`, { next: "Check its name. Nothing was sent." })
    if (found.size > attachmentBytes) throw new Exit("usage", `${file} is larger than 5 MB.`, { next: "Make it smaller. Nothing was sent." })
    files.push({ name: path.basename(file), blob: await openAsBlob(file) })
  }
  return files
}

/** Uploads files and returns their ids, in order. */
export const attach = async (call: Call, command: Command, paths: ReadonlyArray<string> | undefined): Promise<ReadonlyArray<number>> => {
  if (!paths || paths.length === 0) return []
  const { AttachmentsApi } = await import("../documents/attachment-contract.ts")
  const ids: Array<number> = []
  for (const { name, blob } of await opened(paths)) {
    const payload = new FormData()
    payload.append("file", blob, name)
    const { id } = await call(command, AttachmentsApi, (client) => client.attachments.upload({ payload }))
    ids.push(id)
    if (process.stderr.isTTY) process.stderr.write(`${name} sent\n`)
  }
  return ids
}
