/** The people who may sign in. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useImport } from "@ops/platform/ui/resources/create.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { UserDrawer } from "./user-drawer.tsx"
import { accounts, levelOptions, levelWord, nameOf, siteWord, type User } from "./labels.ts"

const UserDialog = lazyPart(() => import("./user-dialog.tsx"))

const Standing = ({ isActive }: User) => <StatusMark status={isActive ? "active" : "suspended"} />

export const UsersPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const manages = can("users.manage")
  const imports = useImport({ imports: { what: "users", may: ["users.manage"] }, noun: ["account", "accounts"], path: accounts })
  const add = () => dialog.open("new-user")
  useKeys("Users", manages ? { n: ["New user", add] } : {})
  return (
    <>
      <ListPage
        path={accounts}
        noun={["user", "users"]}
        loading="Loading users..."
        rowId={({ id }) => id}
        number={({ employeeId }) => employeeId}
        sort="name"
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "active", label: "Active" },
              { value: "suspended", label: "Suspended" },
            ],
          },
          { field: "accessLevel", label: "Level", options: levelOptions.map(({ value, label }) => ({ value: String(value), label })) },
        ]}
        columns={[
          { id: "name", header: "Name", cell: nameOf, sort: true },
          { id: "employeeId", header: "Employee ID", cell: ({ employeeId }) => employeeId, sort: true },
          {
            id: "accessLevel",
            header: "Level",
            cell: ({ accessLevel, topLevelAsked }) => levelWord(accessLevel) + (topLevelAsked ? ", 10 requested" : ""),
            sort: true,
          },
          { id: "department", header: "Department", cell: ({ department }) => department, sort: true },
          { id: "position", header: "Position", cell: ({ position }) => position, sort: true, grows: true },
          { id: "site", header: "Site", cell: siteWord },
          { id: "lastLogin", header: "Last sign-in", cell: ({ lastLogin }) => (lastLogin ? <When at={lastLogin} /> : "Never"), sort: true },
          { id: "status", header: "Status", cell: (user) => <Standing {...user} /> },
        ]}
        card={(user) => ({ title: nameOf(user), mark: <Standing {...user} />, text: `${user.employeeId}, ${levelWord(user.accessLevel)}` })}
        empty={{ title: "There are no users" }}
        actions={
          manages && (
            <>
              {imports.button}
              <Button kind="primary" onClick={add}>
                New User
              </Button>
            </>
          )
        }
        drawer={(id, row, close) => <UserDrawer key={id} id={id} row={row} onClose={close} />}
      />
      {imports.dialog}
      {dialog.name === "new-user" && manages && <UserDialog onClose={dialog.close} />}
    </>
  )
}
