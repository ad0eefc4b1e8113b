/** What people search by number or by words: each module declares its own kinds of record. */
import type { SignedIn } from "../access/who.ts"
import type { ListShape } from "./list-query.ts"

export interface SearchSource {
  /** the table of the record */
  readonly record: { readonly kind: string }
  /** what one of them is called, and what a heading calls all: "Purchase request", "Purchase requests" */
  readonly label: string
  readonly heading: string
  /** the list that shows them: who may not read it finds none of them */
  readonly call: string
  /** the record's rows in the person's scope; those of the list, and never more */
  readonly list: (who: SignedIn) => Pick<ListShape, "from" | "where" | "id">
  /** what `list` calls the record's table */
  readonly alias: string
  /**
   * SQL texts of the table `r` whose words are looked for; immutable, since there is an index of them. Without words it is found
   * by its whole number alone: an index of words costs more to keep than a journal entry to post.
   */
  readonly words?: (r: string) => ReadonlyArray<string>
  /** SQL over the tables of `list` */
  readonly number?: string
  readonly title: string
  /** the title is a name: it is found although a letter is wrong */
  readonly named?: true
  readonly detail?: string
  /** the code of its site */
  readonly site?: string
  /** the screen that shows it; `:id` is `opens`, or else the record's own */
  readonly screen: string | ((who: SignedIn) => string)
  readonly opens?: string
}
