/** What mails are about: a mail is seen by who sees the record it is about, and sent again by who may send that record. */
import type { Permission } from "../access/levels.ts"
import { holds, holdsAny } from "../access/levels.ts"
import type { SignedIn } from "../access/who.ts"
import type { Condition, ListShape } from "../http/list-query.ts"

/** A kind of record that mails are about. A module names its kinds in its module.ts. */
export interface MailAbout {
  readonly kind: string
  /** who sees what such a mail says: any one of these permissions, for the records of the list */
  readonly may: ReadonlyArray<Permission>
  readonly list: (who: SignedIn) => Pick<ListShape, "from" | "where" | "id">
  /** who may send it again: any one of these permissions */
  readonly resend: ReadonlyArray<Permission>
}

/** The mails `m` that a person sees. Mails about no record, and those for their receiver alone, are for administrators. */
export const mailScope = (kinds: ReadonlyArray<MailAbout>, who: SignedIn): ReadonlyArray<Condition> => {
  if (holds(who, "system.admin")) return []
  const values: Array<unknown> = []
  const seen = kinds
    .filter(({ may }) => holdsAny(who, may))
    .map(({ kind, list }) => {
      const { from, where = [], id } = list(who)
      values.push(kind, ...where.flatMap(({ values = [] }) => values))
      const scope = where.length > 0 ? ` where ${where.map(({ sql }) => `(${sql})`).join(" and ")}` : ""
      // found by its id: a list of all that the person sees would be made first
      return `(m.about_kind = ? and exists(select from (select ${id} as id from ${from}${scope}) seen where seen.id = m.about_id))`
    })
  return [{ sql: `not coalesce(m.personal, false) and (${seen.join(" or ") || "false"})`, values }]
}

/** The permissions of which one is needed to send a mail again. */
export const resendRule = (kinds: ReadonlyArray<MailAbout>, aboutKind: string | null): ReadonlyArray<Permission> =>
  kinds.find(({ kind }) => kind === aboutKind)?.resend ?? ["system.admin"]
