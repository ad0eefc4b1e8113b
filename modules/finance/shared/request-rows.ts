/** Which requests for money a person sees: one rule for expenses and petty cash. */
import type { By } from "@ops/platform/records/command.ts"
import type { RowScope } from "@ops/platform/records/visibility.ts"

/** A person's own requests, those of their site or department, or all. `ownSql` is the condition of the own ones, and of others shown in lists alone. */
export const requestRows = <const Field extends string>(
  isOwn: (request: { readonly [K in Field]: unknown }, by: By) => boolean,
  ownSql: (by: By) => string,
  more = "",
): RowScope<Field | "siteId" | "department", By> => ({
  sees: (request, by) => {
    if (by.person === null || isOwn(request, by)) return true
    if (by.confinedTo !== null && request.siteId !== by.confinedTo) return false
    return by.level === 8 ? request.department !== null && request.department === by.department : by.level >= 6
  },
  where: (by) => {
    const all = [
      ...(by.confinedTo === null ? [] : [`r.site_id = ${Number(by.confinedTo)}`]),
      ...(by.level < 6 ? ["false"] : []),
      ...(by.level === 8 ? ["r.department = ?"] : []),
    ]
    return all.length === 0 ? [] : [{ sql: `(${ownSql(by)} or (${all.join(" and ")}))`, values: by.level === 8 ? [by.department] : [] }]
  },
  words: `3 and 5: own rows; 6: own site; 8: own department, and its own site if it has one; 7 and 10: all${more}`,
})
