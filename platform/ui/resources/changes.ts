/** The calls by which a screen creates and changes a record. */
import type { CommandScreen } from "../../http/resources/screen.ts"
import { useApiMutation } from "../data/data.ts"
import { inboxPath } from "../data/inbox-path.ts"

export type Done = string | ((answer: unknown) => string)

/** Sends a form for a new record; its list and the inbox are reloaded afterwards. */
export const useCreation = (of: CommandScreen, list: string, done: Done = of.words.done) =>
  useApiMutation<object>({ method: of.method as "POST", path: of.path, lists: [list, inboxPath], done, failed: of.words.failed }).send

/** Sends a form for a record in the version that was shown. */
export const useChange = (
  of: CommandScreen,
  { id, version }: { readonly id: number; readonly version: number },
  lists: readonly string[],
  done: Done = of.words.done,
) =>
  useApiMutation<object>({
    method: of.method as "POST",
    path: () => of.path.replace(":id", String(id)),
    body: (input) => ({ ...input, ...(of.versioned && { version }), ...(of.idIn !== undefined && { [of.idIn]: id }) }),
    lists: [...lists, inboxPath],
    done,
    failed: of.words.failed,
  })
