/** The text of a priority: `high` → `High priority`. */
export const priorityWord = (priority: string) => `${priority.charAt(0).toUpperCase()}${priority.slice(1).replaceAll("_", " ")} priority`

/** The bar at the left edge of a row, with a text for screen readers. */
export const PriorityMark = ({ priority }: { priority: string }) => (
  <span className="priority" data-priority={priority}>
    <span className="sr">{priorityWord(priority)}</span>
  </span>
)
