/** The departments that a company starts with. Users with `users.manage` can change them. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { addDepartment } from "./departments/department.ts"
import { setupLeave } from "./leave/setup.ts"

const first = {
  Operations: "Camps, logistics and security",
  Catering: "Kitchens and canteens",
  Facilities: "Cleaning, laundry and maintenance",
  Construction: "Building sites and workshops",
  Finance: "Books, payments and payroll",
  Marketing: "Clients and tenders",
}

export const setupPeople = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const [name, description] of Object.entries(first)) {
    yield* execute(addDepartment, { name, description, managerId: null, budget: null }, by, { key: `setup-department-${name}` })
  }
  yield* setupLeave
})
