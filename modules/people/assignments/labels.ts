/** The values that fields of assignments may have. */
export const assignmentTypes = ["permanent", "temporary", "rotation", "project"] as const
export const projectKinds = ["client", "construction"] as const
