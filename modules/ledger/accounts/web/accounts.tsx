/** The chart of accounts, each with its balance. */
import { Button } from "@ops/platform/ui/button.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf, nameOfWord } from "@ops/platform/ui/resources/screen-parts.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { wordOf } from "@ops/platform/text.ts"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { screen } from "../screen.ts"
import { type Account, accountTitle, useAccounts } from "./account-choice.tsx"

const AccountDialog = lazyPart(() => import("./account-dialog.tsx"))
const creating = { address: "new-account", form: AccountDialog }

const InUse = ({ isActive }: Pick<Account, "isActive">) => (
  <StatusMark status={isActive ? "active" : "closed"} label={nameOfWord(screen, "isActive", String(isActive))} />
)

export const Accounts = () => (
  <ResourcePage
    screen={screen}
    create={creating}
    columns={{
      accountName: { grows: true },
      isActive: { id: "status", cell: InUse },
      // debit and credit accounts are mixed in this list: a total would be meaningless
      balance: { header: "Balance", noTotal: true },
    }}
    card={(of) => ({ ...cardOf(screen, of), mark: <InUse {...of} /> })}
    drawer={(id, close) => <AccountDrawer key={id} id={id} onClose={close} />}
  />
)

const Parent = ({ id }: { readonly id: number }) => {
  const parent = useAccounts().find((account) => account.id === id)
  return parent ? accountTitle(parent) : null
}

const AccountDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const dialog = useDialog()
  return (
    <ResourceDrawer
      screen={screen}
      id={id}
      decisions={["close", "change"]}
      parts={(of) => ({
        subject: wordOf(of.accountType),
        status: <InUse {...of} />,
        facts: {
          parentAccountId: of.parentAccountId !== null && <Parent key="parent" id={of.parentAccountId} />,
          isMonetary: of.isMonetary ? "Yes" : "No",
          controlledBy: of.controlledBy !== null && `${of.controlledBy}; it takes no manual journal`,
        },
        own: { change: of.canChange && <Button onClick={() => dialog.open("change-account", of.id)}>Change</Button> },
        below: (
          <section className="part line">
            <Link className="link" to={`/financial?tab=reports&report=general-ledger&account=${of.accountNumber}`}>
              General ledger
            </Link>
            <Link className="link" to={`/financial?tab=reports&view=journal&account=${of.accountNumber}`}>
              Journal entries
            </Link>
            {dialog.name === "change-account" && dialog.value === id && of.canChange && <AccountDialog account={of} onClose={dialog.close} />}
          </section>
        ),
      })}
      onClose={onClose}
    />
  )
}
