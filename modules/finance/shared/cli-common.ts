/** What the commands of finance share: finding the record that is named, and amounts. */
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

export const output = () => import("@ops/platform/terminal/output.ts")

/** The record named by its id, or by its number. */
export const named = async <Row>(
  what: string,
  name: string,
  example: string,
  byId: (id: number) => Promise<Row>,
  byNumber: (number: string) => Promise<Row | undefined>,
): Promise<Row> => {
  if (/^[1-9]\d*$/.test(name)) return byId(Number(name))
  const found = await byNumber(name)
  if (found) return found
  throw new Exit("refused", `There is no ${what} ${name} that you may see.`, { next: `Give its number, like ${example}, or its id.` })
}

export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) => person && `${person.firstName} ${person.lastName}`
