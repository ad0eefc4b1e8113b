import { holds } from "@ops/platform/access/levels.ts"
import { type By, forbidden } from "@ops/platform/records/command.ts"

/** Refuses people who may not record payments. */
export const requireCashier = (by: By) => {
  if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can record payments")
}
