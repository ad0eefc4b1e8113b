import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Link } from "react-router-dom"

/** The entry that posted a record, with a link for people who may see the books. */
export const JournalEntry = ({ id, number }: { readonly id: number; readonly number: string | null }) => {
  const { can } = useSession()
  if (!can("finance.departmental", "finance.full")) return number
  return (
    <Link className="link" to={`/financial?tab=reports&view=journal&open=${id}`}>
      {number}
    </Link>
  )
}
