/** A record about a person, for the part and the dialog that erase it. */
export interface Erasing {
  /** The record's own path: `/erasure` below it returns a preview, `act` erases. */
  readonly path: string
  readonly act?: "erase" | "erase-contact"
  /** The text to type again as a confirmation, and its name: `the staff number`. */
  readonly number: string
  readonly called: string
  readonly title: string
  /** What is kept, with a full stop: `the hours and what was paid.` */
  readonly stays: string
  readonly lists: readonly string[]
}
