/** What waits for a decision: each module declares its own kinds of record, next to the commands that decide. */
import type { Permission } from "./levels.ts"
import type { ListShape } from "../lists/list-shape.ts"
import type { SignedIn } from "./who.ts"

/** A call that decides; `:id` and `:number` in its path are the record's. */
interface Decision {
  readonly method: "POST" | "PATCH" | "PUT"
  readonly path: string
  /** whether it takes the version of the record that the person looked at, and refuses where that has changed */
  readonly versioned?: true
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
  readonly approve: Decision
  /** `may` where fewer may reject than approve */
  readonly reject?: Decision & { readonly reason: "required" | "optional"; readonly may?: ReadonlyArray<Permission> }
}

/** The name of a person in an answer such as `requestedByUser`. */
export const nameIn = (user: string) => `concat_ws(' ', ${user}->>'firstName', ${user}->>'lastName')`
/** "USD 5,000.00" of cents. */
export const dollarsIn = (cents: string) => `'USD ' || to_char(${cents} / 100.0, 'FM999,999,999,990.00')`
/** SQL text of a constant. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
