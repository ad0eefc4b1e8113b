/** The chart of accounts: each with what its lines add up to. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { Link } from "react-router-dom"
import { type Account, accountTitle } from "./account-choice.tsx"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { accountTypeOptions } from "../../web/labels.ts"

const AccountDialog = lazyWithRetry(() => import("./account-dialog.tsx"))

const Standing = ({ of }: { readonly of: Account }) => <StatusMark status={of.isActive ? "active" : "closed"} label={of.isActive ? "In use" : "Closed"} />

export const Accounts = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const writes = can("finance.full")
  return (
    <>
      <ListPage
        path={pathOf("GET /api/accounts")}
        noun={["account", "accounts"]}
        loading="Loading accounts..."
        rowId={({ id }) => String(id)}
        number={({ accountNumber }) => accountNumber}
        filters={[
          { field: "accountType", label: "Type", options: accountTypeOptions },
          {
            field: "isActive",
            label: "Status",
            options: [
              { value: "true", label: "In use" },
              { value: "false", label: "Closed" },
            ],
          },
        ]}
        columns={[
          { id: "accountNumber", header: "Account", cell: ({ accountNumber }) => accountNumber, sort: true },
          { id: "accountName", header: "Name", cell: ({ accountName }) => accountName, sort: true, grows: true },
          { id: "accountType", header: "Type", cell: ({ accountType }) => statusWord(accountType), sort: true },
          { id: "subType", header: "Sub-type", cell: ({ subType }) => subType, hidden: true },
          { id: "status", header: "Status", cell: (account) => <Standing of={account} /> },
          // accounts of both sides stand among each other: a sum would say nothing
          {
            id: "balance",
            header: "Balance",
            money: ({ balance }) => ({ amount: balance, currency: "USD" }),
            explain: ({ id, balance }) => (balance === null ? null : { name: "account.balance", parameters: { id } }),
            noTotal: true,
          },
        ]}
        card={(account) => ({
          title: account.accountNumber,
          mark: <Standing of={account} />,
          text: account.accountName,
          figure: <Money amount={account.balance} currency="USD" />,
        })}
        empty={{ title: "There are no accounts" }}
        actions={
          writes && (
            <Button kind="primary" onClick={() => dialog.open("new-account")}>
              New Account
            </Button>
          )
        }
        drawer={(id, row, close) => <AccountDrawer key={id} id={id} row={row} onClose={close} />}
      />
      {dialog.name === "new-account" && writes && (
        <Suspense>
          <AccountDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

const AccountDrawer = ({ id, row, onClose }: { readonly id: string; readonly row: Account | undefined; readonly onClose: () => void }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const accounts = useApi(!(row && row.parentAccountId === null) ? "GET /api/accounts" : null).data
  const of = row ?? accounts?.find((account) => String(account.id) === id)
  if (!of) {
    return (
      <Drawer title="Account" onClose={onClose}>
        {accounts ? <p>There is no account with the id {id}.</p> : <Loading rows={4} />}
      </Drawer>
    )
  }
  const parent = accounts?.find((account) => account.id === of.parentAccountId)
  const writes = can("finance.full")
  return (
    <Drawer
      title={accountTitle(of)}
      subject={statusWord(of.accountType)}
      status={<Standing of={of} />}
      onClose={onClose}
      actions={
        writes && (
          <>
            {of.isActive && (
              <Button kind="danger" onClick={() => dialog.open("close-account", of.id)}>
                Close account
              </Button>
            )}
            <Button onClick={() => dialog.open("change-account", of.id)}>Change</Button>
          </>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Type", statusWord(of.accountType)],
            of.subType !== null && ["Sub-type", of.subType],
            parent !== undefined && ["Part of", accountTitle(parent)],
            of.balance !== null && [
              "Balance",
              <Figure key="balance" value={formatMoney(of.balance, "USD")} of={{ name: "account.balance", parameters: { id: of.id } }} label="Balance" />,
            ],
            ["Revalued at month-end", of.isMonetary ? "Yes" : "No"],
            of.controlledBy !== null && ["Kept by", `${of.controlledBy}; it takes no manual journal`],
            of.description !== "" && ["Description", of.description],
          ]}
        />
      </section>
      <section className="part line">
        <Link className="link" to={`/financial?tab=reports&report=general-ledger&account=${of.accountNumber}`}>
          General ledger
        </Link>
        <Link className="link" to={`/financial?tab=reports&view=journal&account=${of.accountNumber}`}>
          Journal entries
        </Link>
      </section>
      {dialog.name === "change-account" && dialog.value === id && writes && (
        <Suspense>
          <AccountDialog account={of} onClose={dialog.close} />
        </Suspense>
      )}
      {dialog.name === "close-account" && dialog.value === id && writes && of.isActive && <CloseDialog of={of} onClose={dialog.close} />}
    </Drawer>
  )
}

const CloseDialog = ({ of, onClose }: { readonly of: Account; readonly onClose: () => void }) => {
  const close = useCommand("POST /api/accounts/:id/close", {
    id: of.id,
    lists: pathsOf("GET /api/accounts"),
    done: ({ accountNumber }) => `Account ${accountNumber} closed`,
    failed: "Failed to close the account",
  })
  return (
    <ConfirmDialog
      title={`Close ${accountTitle(of)}`}
      text="Nothing is posted to it from then on. What is posted stays."
      confirm="Close account"
      pending="Closing..."
      danger
      onConfirm={() => close.send(undefined)}
      onClose={onClose}
    />
  )
}
