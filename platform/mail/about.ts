/** The records that mails are about: people see a mail if they may see the record it is about, and may resend it if they may send that record. */
import type { Permission } from "../access/levels.ts"
import { holds, holdsAny } from "../access/levels.ts"
import type { SignedIn } from "../access/who.ts"
import type { Condition, ListShape } from "../http/list-query.ts"

/** A kind of record that mails are about. A module lists its kinds in its module.ts. */
export interface MailAbout {
  readonly kind: string
  /** who may see such mails: any one of these permissions, for the records in the list */
  readonly may: ReadonlyArray<Permission>
  readonly list: (who: SignedIn) => Pick<ListShape, "from" | "where" | "id">
  /** who may resend them: any one of these permissions */
  readonly resend: ReadonlyArray<Permission>
}

/** Conditions on mails `m` for those that a person may see. Mails about no record, and those marked as personal, are for administrators. */
export const mailScope = (kinds: ReadonlyArray<MailAbout>, who: SignedIn): ReadonlyArray<Condition> => {
  if (holds(who, "system.admin")) return []
  const values: Array<unknown> = []
  const seen = kinds
    .filter(({ may }) => holdsAny(who, may))
    .map(({ kind, list }) => {
      const { from, where = [], id } = list(who)
      values.push(kind, ...where.flatMap(({ values = [] }) => values))
      const scope = where.length > 0 ? ` where ${where.map(({ sql }) => `(${sql})`).join(" and ")}` : ""
      // looked up by id: otherwise a list of everything the person sees would be built first
      return `(m.about_kind = ? and exists(select from (select ${id} as id from ${from}${scope}) seen where seen.id = m.about_id))`
    })
  return [{ sql: `not coalesce(m.personal, false) and (${seen.join(" or ") || "false"})`, values }]
}

/** The permissions of which one is required to resend a mail. */
export const resendRule = (kinds: ReadonlyArray<MailAbout>, aboutKind: string | null): ReadonlyArray<Permission> =>
  kinds.find(({ kind }) => kind === aboutKind)?.resend ?? ["system.admin"]
