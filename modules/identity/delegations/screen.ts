import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { delegations } from "./resource.ts"

export const screen = screenOf(delegations, {
  title: ["delegateIdUser"],
  card: ["delegatorIdUser", "from", "to"],
  commands: {
    create: { button: "Delegate Approvals", done: "Approvals delegated" },
    end: { kind: "danger", title: "End delegation", ask: "The delegate can no longer decide in the place of the delegator.", done: "Delegation ended" },
  },
})
