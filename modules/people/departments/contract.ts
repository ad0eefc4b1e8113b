/** Departments and positions, as the calls have them. Amounts are decimal strings of USD. */
import { Schema } from "effect"
import { IdInput, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const kept = { version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }

export const DepartmentAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  managerId: Whole,
  manager: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  /** a year, USD; null for who sees no budgets */
  budget: Text,
  /** people who are active */
  staff: Schema.Int,
  isActive: Schema.Boolean,
  ...kept,
})
export const PositionAnswer = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  departmentId: Schema.Int,
  department: Schema.Struct({ id: Schema.Int, name: Schema.String }),
  level: Whole,
  description: Schema.String,
  requirements: Schema.String,
  /** a month, USD; null for who sees no budgets */
  baseSalary: Text,
  isActive: Schema.Boolean,
  ...kept,
})

/** An id that a select sends; nothing chosen is an empty text. */
const chosenId = (message: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput(message)])))
const amount = (field: string) =>
  Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), MoneyInput(`${field} must be a number with at most two decimals`)])))

const department = {
  description: Schema.optional(Schema.NullOr(TextInput("Description", { most: 500 }))),
  managerId: chosenId("Manager must be one of the list"),
  budget: amount("Budget"),
}
const Name = TextInput("Name", { required: true, most: 100 })
export const DepartmentInput = Schema.Struct({ name: Name, ...department })
export const DepartmentChanges = Schema.Struct({ name: Schema.optional(Name), ...department, isActive: Schema.optional(Schema.Boolean) })
const position = {
  level: Schema.optional(Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }, { message: "Level must be from 1 to 10" })))),
  description: Schema.optional(Schema.NullOr(TextInput("Description", { most: 500 }))),
  requirements: Schema.optional(Schema.NullOr(TextInput("Requirements"))),
  baseSalary: amount("Base salary"),
}
const Title = TextInput("Title", { required: true, most: 100 })
export const PositionInput = Schema.Struct({ title: Title, departmentId: IdInput("Department is required"), ...position })
export const PositionChanges = Schema.Struct({ title: Schema.optional(Title), ...position, isActive: Schema.optional(Schema.Boolean) })
