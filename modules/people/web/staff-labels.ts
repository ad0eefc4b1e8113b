/** The labels of the company's people, and the lists that change with them. */
import { pathsOf } from "./client.ts"
export const employmentOptions = [
  { value: "full_time", label: "Full time" },
  { value: "part_time", label: "Part time" },
  { value: "contract", label: "Contract" },
  { value: "casual", label: "Casual" },
] as const
export const genderOptions = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
  { value: "other", label: "Other" },
] as const
export const documentOptions = [
  { value: "contract", label: "Contract" },
  { value: "national_id", label: "National ID" },
  { value: "passport", label: "Passport" },
  { value: "work_permit", label: "Work permit" },
  { value: "certificate", label: "Certificate" },
  { value: "medical", label: "Medical" },
  { value: "other", label: "Other" },
] as const
export const payOptions = [
  { value: "USD", label: "USD" },
  { value: "SSP", label: "SSP" },
] as const
export const attendanceOptions = [
  { value: "present", label: "Present" },
  { value: "late", label: "Late" },
  { value: "half_day", label: "Half a day" },
  { value: "absent", label: "Absent" },
  { value: "on_leave", label: "On leave" },
] as const
const wordOf = (options: readonly { readonly value: string; readonly label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value
export const employmentName = (value: string) => wordOf(employmentOptions, value)
export const documentName = (value: string) => wordOf(documentOptions, value)

/** A suspended person is labelled so instead of inactive. */
export const shownStatus = ({ status, suspendedAt }: { readonly status: string; readonly suspendedAt: string | null }) =>
  status === "inactive" && suspendedAt !== null ? "suspended" : status

export const peopleLists = pathsOf("GET /api/hr/staff", "GET /api/employees", "GET /api/hr/departments")
export const attendanceLists = pathsOf("GET /api/hr/attendance", "GET /api/hr/attendance/today", "GET /api/hr/attendance/stats")
