import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { accounts } from "./resource.ts"

export const screen = screenOf(accounts, {
  title: ["accountNumber", "accountName"],
  between: " ",
  amount: { field: "balance", figure: "account.balance" },
  hidden: ["subType"],
  card: ["accountName"],
  commands: {
    open: { button: "New Account", failed: "Failed to open the account" },
    close: {
      button: "Close account",
      kind: "danger",
      ask: "Nothing more is posted to it. Earlier entries stay.",
      failed: "Failed to close the account",
    },
  },
})
