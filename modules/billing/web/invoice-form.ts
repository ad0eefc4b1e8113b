/** The checks shared by the billing forms. */
import { checkedNumber, checkedText, filled } from "@ops/platform/ui/forms/checked-form.ts"
import { isAmount } from "./labels.ts"

/** An amount of money above zero. */
export const amount = (label: string) =>
  checkedText((text) => {
    if (text.trim() === "") return `${label} is required`
    if (!isAmount(text)) return `${label} must be a number with at most two decimals`
    return Number(text) > 0 ? undefined : `${label} must be greater than 0`
  })
/** A choice by number; `message` is shown if none is made. */
export const chosen = (message: string) => filled(checkedNumber((id) => (id ? undefined : message)))
