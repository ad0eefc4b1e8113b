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
      ask: "No further postings are possible. Existing entries are kept.",
      failed: "Failed to close the account",
    },
  },
})
