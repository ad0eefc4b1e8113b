/** The checks shared by the billing forms. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"
import { isAmount } from "./labels.ts"

/** An amount of money above zero. */
export const amount = (label: string) =>
  Schema.String.check(
    Schema.makeFilter((text) => {
      if (text.trim() === "") return `${label} is required`
      if (!isAmount(text)) return `${label} must be a number with at most two decimals`
      return Number(text) > 0 ? undefined : `${label} must be greater than 0`
    }),
  )
/** A choice by number; `message` is shown if none is made. */
export const chosen = (message: string) => filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id ? undefined : message))))
