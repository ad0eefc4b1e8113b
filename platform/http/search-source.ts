/** Search by number or by words: each module declares its own kinds of record. */
import type { SignedIn } from "../access/who.ts"
import type { ListShape } from "./list-query.ts"

export interface SearchSource {
  /** the table of the record */
  readonly record: { readonly kind: string }
  /** display names in singular and plural: "Purchase request", "Purchase requests" */
  readonly label: string
  readonly heading: string
  /** the list that shows them: only people who may read it find any */
  readonly call: string
  /** the record's rows within the person's scope, which is that of the list */
  readonly list: (who: SignedIn) => Pick<ListShape, "from" | "where" | "id">
  /** the alias of the record's table in `list` */
  readonly alias: string
  /**
   * SQL texts of the table `r` whose words are searched; immutable expressions, because they are indexed. Without words a record is found only by its
   * whole number: maintaining a word index would cost more than posting a journal entry.
   */
  readonly words?: (r: string) => ReadonlyArray<string>
  /** SQL over the tables of `list` */
  readonly number?: string
  readonly title: string
  /** the title is a name: it is found even if a letter is wrong */
  readonly named?: true
  readonly detail?: string
  /** SQL for the code of its site */
  readonly site?: string
  /** the screen that shows it; `:id` is replaced by `opens`, or otherwise by the record's id */
  readonly screen: string | ((who: SignedIn) => string)
  readonly opens?: string
}
