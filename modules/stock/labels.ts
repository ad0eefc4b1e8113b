/** The labels of stock, for records, calls and screens. */

export const categories = ["fresh_vegetables", "frozen_food", "meat", "cleaning_supplies", "other"] as const

export const movementKinds = ["receive", "issue", "waste", "transfer_out", "transfer_in", "count", "opening", "return"] as const
export type MovementKind = (typeof movementKinds)[number]
