/** The enum values of construction, with their labels. */
export const projectTypes = ["new_construction", "renovation", "maintenance"] as const
export const projectStatuses = ["planning", "in_progress", "on_hold", "completed", "cancelled"] as const
export type ProjectType = (typeof projectTypes)[number]
export type ProjectStatus = (typeof projectStatuses)[number]

const typeNames = { new_construction: "New construction", renovation: "Renovation", maintenance: "Maintenance" } as const
const statusNames = { planning: "Planning", in_progress: "In progress", on_hold: "On hold", completed: "Completed", cancelled: "Cancelled" } as const
export const typeName = (type: ProjectType): string => typeNames[type]
export const statusName = (status: ProjectStatus): string => statusNames[status]

export const taskKinds = ["task", "milestone"] as const
export const resourceKinds = ["staff", "contractor", "equipment"] as const
export type ResourceKind = (typeof resourceKinds)[number]

/** The type that a project's name indicates; undefined if none. */
export const typeIn = (name: string): ProjectType | undefined => {
  if (/\brenovat/i.test(name)) return "renovation"
  return /\bmaintenance\b/i.test(name) ? "maintenance" : undefined
}
