/** The checks shared by the construction forms, each with its error message. */
import { checkedNumber, filled } from "@ops/platform/ui/forms/checked-form.ts"

export const whole = (field: string, least: number, most: number) =>
  filled(
    checkedNumber((value) =>
      value !== undefined && Number.isInteger(value) && value >= least && value <= most
        ? undefined
        : `${field} must be a whole number from ${least} to ${most}`,
    ),
  )
export const inOrder = (start: string, end: string) => start === "" || end === "" || start <= end
