/** The text of a priority: `high` → `High priority`. */
import { wordOf } from "../text.ts"
export const priorityWord = (priority: string) => `${wordOf(priority)} priority`

/** The bar at the left edge of a row, with a text for screen readers. */
export const PriorityMark = ({ priority }: { priority: string }) => (
  <span className="priority" data-priority={priority}>
    <span className="sr">{priorityWord(priority)}</span>
  </span>
)
