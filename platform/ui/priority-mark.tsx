/** How a priority is said: `high` → `High priority`. */
export const priorityWord = (priority: string) => `${priority.charAt(0).toUpperCase()}${priority.slice(1).replaceAll("_", " ")} priority`

/** The bar at the left edge of a row, with its word for those who do not see it. */
export const PriorityMark = ({ priority }: { priority: string }) => (
  <span className="priority" data-priority={priority}>
    <span className="sr">{priorityWord(priority)}</span>
  </span>
)
