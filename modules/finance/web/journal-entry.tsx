import { Link } from "react-router-dom"

/** The entry that a record was posted by, with the way to it. */
export const JournalEntry = ({ id, number }: { readonly id: number; readonly number: string | null }) => (
  <Link className="link" to={`/financial?tab=reports&view=journal&open=${id}`}>
    {number}
  </Link>
)
