/** Records that wait for a decision: each module declares its own kinds, next to the commands that decide. */
import type { Permission } from "./levels.ts"
import type { ListShape } from "../lists/list-shape.ts"
import type { SignedIn } from "./who.ts"
import { groupedSql, quoted } from "../text.ts"

/** A call that decides; `:id` and `:number` in its path are those of the record. */
interface Decision {
  readonly method: "POST" | "PATCH" | "PUT"
  readonly path: string
  /** whether it takes the version of the record that the person looked at, and rejects if the record has changed since */
  readonly versioned?: true
}

/** Details to read before deciding: SQL over a row `x` of the list. Fields that a record does not have are left out. */
export interface InboxDetail {
  /** the reason given, in full */
  readonly reason?: string
  /** a JSON list of its lines, each made by `inboxItem` */
  readonly items?: string
  /** JSON of the budget that it is charged to, made by `inboxBudget`; null if there is none */
  readonly budget?: string
  /** further facts by label, each SQL for one text */
  readonly facts?: Readonly<Record<string, string>>
  /** a JSON list of attached files */
  readonly files?: string
  /** a query of small charts: `title`, `unit` and `values`, a JSON list of numbers, oldest first; those of fewer than three are left out */
  readonly trends?: string
}

/** The columns shown for a waiting record: SQL over a row `x` of its list, with the list's field names. */
export interface InboxRow {
  readonly number: string
  /** one line that describes the subject */
  readonly title: string
  /** the requester's id, and a display name */
  readonly requestedBy: string
  readonly requestedByName: string
  readonly siteId: string
  readonly siteName: string
  /** a decimal as text */
  readonly amount?: string
  readonly currency?: string
  readonly version?: string
  /** since when it has been waiting, as text */
  readonly since: string
  /** why this person may decide, in words */
  readonly rule: string
}

export interface InboxSource {
  readonly kind: string
  /** display name of the kind: "Expense request" */
  readonly label: string
  /** who may decide at all: any one of these permissions */
  readonly may: ReadonlyArray<Permission>
  /** whether a decision must be made by the person, and cannot be delegated */
  readonly inPerson?: true
  /** who else may see that it waits for others, within the scope of the list */
  readonly mayRead?: ReadonlyArray<Permission>
  /** how the log names its decisions, and the kind of record that they change; `rejected`: SQL over a row `x`, if one command makes both */
  readonly inLog?: { readonly record: string; readonly approve: string; readonly reject?: string; readonly rejected?: string }
  /** the records within the person's scope */
  readonly list: (who: SignedIn) => Pick<ListShape, "select" | "from" | "where">
  /** SQL over the tables of the list: which records are still waiting */
  readonly waiting: string
  /** SQL over a row `x` of the list: whether this person may decide it now. People never decide on their own requests */
  readonly can: (who: SignedIn) => string
  /** as this person reads it: the delegate, where it is decided on behalf of another */
  readonly row: (who: SignedIn) => InboxRow
  /** the screen that shows the record; `:id` and `:number` are those of the record, and `:name` is the list's field of that name */
  readonly screen: string
  /** `needsReason`: SQL over a row `x`, whether a reason is required */
  readonly approve: Decision & { readonly needsReason?: string }
  /** details of one record, read when it is opened */
  readonly detail?: (who: SignedIn) => InboxDetail
  /** a query over a row `x`: its anomalies, each with a short label (`tag`) and a sentence (`text`) */
  readonly unusual?: string
  /** the call that reads its history */
  readonly history?: string
  /** `may` if fewer people may reject than approve */
  readonly reject?: Decision & { readonly reason: "required" | "optional"; readonly may?: ReadonlyArray<Permission> }
}

/** SQL for the name of a person in an answer field such as `requestedByUser`. */
export const nameIn = (user: string) => `concat_ws(' ', ${user}->>'firstName', ${user}->>'lastName')`
/** SQL that formats cents as "USD 5,000.00". */
export const dollarsIn = (cents: string) => `'USD ' || ${groupedSql(cents)}`
/** SQL of the start of a sentence about the limit of who decides: a delegate decides within that of the delegator. */
export const youApprove = ({ onBehalfOf }: SignedIn) => quoted(onBehalfOf === undefined ? "You approve " : "On their behalf you approve ")
/** SQL of that sentence: "You approve up to USD 5,000.00". */
export const approvesUpTo = (who: SignedIn, cents: string) => `${youApprove(who)} || 'up to ' || ${dollarsIn(cents)}`
/** SQL that formats a date as "7 Dec 2026". */
export const dayIn = (date: string) => `to_char((${date})::date, 'FMDD Mon YYYY')`

type ItemField = "item" | "unit" | "quantity" | "onHand" | "daysLeft" | "lastPrice" | "price" | "amount"
/** SQL for the JSON of one line of a record; missing fields are not shown. Quantities, prices and amounts are decimals. */
export const inboxItem = (fields: { readonly [K in ItemField]?: string } & { readonly item: string }) =>
  `json_build_object(${(["item", "unit", "quantity", "onHand", "daysLeft", "lastPrice", "price", "amount"] as const)
    .map((name) => `'${name}', (${fields[name] ?? "null"})::text`)
    .join(", ")})`
/** SQL for the JSON of a budget in USD: the amount already committed and the total, in cents. */
export const inboxBudget = ({ name, committed, budget }: { readonly name: string; readonly committed: string; readonly budget: string }) =>
  `json_build_object('name', (${name})::text, 'committed', es.money((${committed})::bigint), 'budget', es.money((${budget})::bigint))`
