/** Who decides on what others spend. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { type By, forbidden } from "@ops/platform/records/command.ts"

/** Refuses the decision of a person who decides on no expenses. */
export const requireDecider = (by: By): void => {
  if (by.person !== null && (by.level < 7 || !holdsAny(by, ["finance.full", "approval.departmental", "approval.override"]))) {
    throw forbidden("Your level cannot decide on expenses")
  }
}
