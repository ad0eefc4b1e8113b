/** The calls by which a screen makes a record and changes one. */
import type { CommandScreen } from "../../http/resources/screen.ts"
import { useApiMutation } from "../data/data.ts"
import { inboxPath } from "../data/inbox-path.ts"

export type Done = string | ((answer: unknown) => string)

/** Sends what a form has for a new record; its list and what waits for a decision are read again afterwards. */
export const useCreation = (of: CommandScreen, list: string, done: Done = of.words.done) =>
  useApiMutation<object>({ method: of.method as "POST", path: of.path, lists: [list, inboxPath], done, failed: of.words.failed }).send

/** Sends what a form has for a record as it was looked at. */
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
