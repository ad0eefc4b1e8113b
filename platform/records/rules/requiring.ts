import { holdsAny, type Permission } from "../../access/levels.ts"
import { type By, forbidden } from "../command.ts"

/**
 * A guard of commands: it refuses people who hold none of these permissions; the system itself may. The sentence can name what was asked:
 * `requiring("sites.manage", (what) => …)` is called as `requireSiteManager(by, "close")`.
 */
export const requiring =
  <Asked extends ReadonlyArray<string> = []>(permissions: Permission | ReadonlyArray<Permission>, sentence: string | ((...asked: Asked) => string)) =>
  (by: By, ...asked: Asked): void => {
    if (by.person !== null && !holdsAny(by, [permissions].flat())) throw forbidden(typeof sentence === "string" ? sentence : sentence(...asked))
  }
