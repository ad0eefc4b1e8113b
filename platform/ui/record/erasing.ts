/** A record about a person, as the part and the dialog that erase it are told of it. */
export interface Erasing {
  /** The record's own path: `/erasure` below it says what would go, `act` does it. */
  readonly path: string
  readonly act?: "erase" | "erase-contact"
  /** What is typed again to confirm, and what it is called: `the staff number`. */
  readonly number: string
  readonly called: string
  readonly title: string
  /** What is kept, with a full stop: `the hours and what was paid.` */
  readonly stays: string
  readonly lists: readonly string[]
}
