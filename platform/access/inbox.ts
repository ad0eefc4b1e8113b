/** What waits for a decision: each module declares its own kinds of record, next to the commands that decide. */
import type { Permission } from "./levels.ts"
import type { ListShape } from "../lists/list-shape.ts"
import type { SignedIn } from "./who.ts"
import { groupedSql } from "../text.ts"

/** A call that decides; `:id` and `:number` in its path are the record's. */
interface Decision {
  readonly method: "POST" | "PATCH" | "PUT"
  readonly path: string
  /** whether it takes the version of the record that the person looked at, and refuses where that has changed */
  readonly versioned?: true
}

/** What a person reads before deciding: SQL over a row `x` of the list. What a record does not have is left out. */
export interface InboxDetail {
  /** the reason given, in full */
  readonly reason?: string
  /** a json list of its lines, each made by `inboxItem` */
  readonly items?: string
  /** json of the budget that it draws on, made by `inboxBudget`; null where there is none */
  readonly budget?: string
  /** further facts by their label, each SQL of one text */
  readonly facts?: Readonly<Record<string, string>>
  /** a json list of attached files */
  readonly files?: string
}

/** What is shown of a record that waits: SQL over a row `x` of its list, with the names of the list's answers. */
export interface InboxRow {
  readonly number: string
  /** one line: what it is about */
  readonly title: string
  /** a person's id, and a name to show */
  readonly requestedBy: string
  readonly requestedByName: string
  readonly siteId: string
  readonly siteName: string
  /** a decimal in text */
  readonly amount?: string
  readonly currency?: string
  readonly version?: string
  /** the instant from which it waits, as text */
  readonly since: string
  /** why this person may decide, in words */
  readonly rule: string
}

export interface InboxSource {
  readonly kind: string
  /** what one of them is called: "Expense request" */
  readonly label: string
  /** who decides at all: any one of these permissions */
  readonly may: ReadonlyArray<Permission>
  /** the records, in the person's scope */
  readonly list: (who: SignedIn) => Pick<ListShape, "select" | "from" | "where">
  /** SQL over the tables of the list: what still waits */
  readonly waiting: string
  /** SQL over a row `x` of the list: whether this person may decide it now. People never decide on their own requests */
  readonly can: (who: SignedIn) => string
  readonly row: (who: SignedIn) => InboxRow
  /** the screen that shows the record; `:id` and `:number` are the record's, and `:name` is what its list answers as that */
  readonly screen: string
  /** `needsReason`: SQL over a row `x`, whether it takes a reason */
  readonly approve: Decision & { readonly needsReason?: string }
  /** what is shown of one record, read when it is opened */
  readonly detail?: (who: SignedIn) => InboxDetail
  /** a query over a row `x`: what is unusual about it, each as a few words (`tag`) and in a sentence (`text`) */
  readonly unusual?: string
  /** the call that reads its history */
  readonly history?: string
  /** `may` where fewer may reject than approve */
  readonly reject?: Decision & { readonly reason: "required" | "optional"; readonly may?: ReadonlyArray<Permission> }
}

/** The name of a person in an answer such as `requestedByUser`. */
export const nameIn = (user: string) => `concat_ws(' ', ${user}->>'firstName', ${user}->>'lastName')`
/** "USD 5,000.00" of cents. */
export const dollarsIn = (cents: string) => `'USD ' || ${groupedSql(cents)}`
/** "7 Dec 2026" of a date. */
export const dayIn = (date: string) => `to_char((${date})::date, 'FMDD Mon YYYY')`

type ItemField = "item" | "unit" | "quantity" | "onHand" | "lastPrice" | "price" | "amount"
/** JSON of one line of a record: what is missing is not shown. Quantities, prices and amounts are decimals. */
export const inboxItem = (fields: { readonly [K in ItemField]?: string } & { readonly item: string }) =>
  `json_build_object(${(["item", "unit", "quantity", "onHand", "lastPrice", "price", "amount"] as const)
    .map((name) => `'${name}', (${fields[name] ?? "null"})::text`)
    .join(", ")})`
/** JSON of a budget in USD: what is committed already, and the whole of it, in cents. */
export const inboxBudget = ({ name, committed, budget }: { readonly name: string; readonly committed: string; readonly budget: string }) =>
  `json_build_object('name', (${name})::text, 'committed', es.money((${committed})::bigint), 'budget', es.money((${budget})::bigint))`
