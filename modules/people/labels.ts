/** The values that fields of people may have. */
export const employmentTypes = ["full_time", "part_time", "contract", "casual"] as const
export const payCurrencies = ["USD", "SSP"] as const
export const genders = ["male", "female", "other"] as const
export const documentKinds = ["contract", "national_id", "passport", "work_permit", "certificate", "medical", "other"] as const
export const attendanceStatuses = ["present", "absent", "late", "half_day", "on_leave"] as const
/** The label of a person's status; inactive means suspended. */
export const staffStatuses = ["active", "inactive", "terminated", "on_leave"] as const
