/** One account: identity, permissions, sessions, and the history of changes. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import type { FirstPasswordAnswer } from "../contract.ts"
import { pathOf, pathsOf, useApi, useCommand } from "./client.ts"
import { Sessions } from "./sessions.tsx"
import { levelWord, nameOf, roleWord, siteWord, type User, userLists } from "./labels.ts"

const UserDialog = lazyPart(() => import("./user-dialog.tsx"))

/** Shows a first password, once. */
const FirstPassword = ({ given, onClose }: { readonly given: typeof FirstPasswordAnswer.Type; readonly onClose: () => void }) => (
  <Modal title={`First password of ${given.employeeId}`} onClose={onClose}>
    <div className="modal-body stack-fields">
      <p>It is shown only once. It is valid for one sign-in within three days, when the person must choose a new one.</p>
      <p>
        <code>{given.password}</code>
      </p>
      <p className="muted">
        Good until <When at={given.expiresAt} exact />
      </p>
    </div>
    <footer className="modal-foot">
      <Button kind="primary" onClick={onClose}>
        Close
      </Button>
    </footer>
  </Modal>
)

const Decisions = ({ user, onGiven }: { readonly user: User; readonly onGiven: (given: typeof FirstPasswordAnswer.Type) => void }) => {
  const dialog = useDialog()
  const lists = [...userLists(user.id), ...pathsOf("GET /api/auth/sessions")]
  const told = { id: user.id, lists, failed: "Failed to change the account" }
  const suspend = useCommand("PUT /api/users/:id/suspend", { ...told, done: `${nameOf(user)} suspended` })
  const reinstate = useCommand("PUT /api/users/:id/reinstate", { ...told, done: `${nameOf(user)} reinstated` })
  const confirm = useCommand("PUT /api/users/:id/confirm-level", { ...told, done: `${nameOf(user)} has level 10` })
  const reset = useCommand("PUT /api/users/:id/reset-password", told)
  const close = dialog.close
  if (dialog.name === "suspend-user") {
    return (
      <ConfirmDialog
        title={`Suspend ${nameOf(user)}?`}
        text="The person is signed out everywhere and cannot sign in. Their history is kept."
        confirm="Suspend"
        danger
        reason={{ label: "Reason", required: true }}
        onConfirm={(reason) => suspend.send({ reason })}
        onClose={close}
      />
    )
  }
  if (dialog.name === "reinstate-user") {
    return <ConfirmDialog title={`Reinstate ${nameOf(user)}?`} confirm="Reinstate" onConfirm={() => reinstate.send(undefined)} onClose={close} />
  }
  if (dialog.name === "confirm-level") {
    return (
      <ConfirmDialog
        title={`Give ${nameOf(user)} level 10?`}
        text="Level 10 has full access. Another person has requested it; you are the second person."
        confirm="Give level 10"
        onConfirm={() => confirm.send(undefined)}
        onClose={close}
      />
    )
  }
  if (dialog.name === "reset-password") {
    return (
      <ConfirmDialog
        title={`Give ${nameOf(user)} a first password?`}
        text="The current password stops working, and the person's open sessions end."
        confirm="Give password"
        onConfirm={async () => onGiven(await reset.send(undefined))}
        onClose={close}
      />
    )
  }
  return dialog.name === "change-user" ? <UserDialog user={user} onClose={close} /> : null
}

export const UserDrawer = ({ id, row, onClose }: { readonly id: string; readonly row: User | undefined; readonly onClose: () => void }) => {
  const { can, sees } = useSession()
  const me = useUser()
  const dialog = useDialog()
  const found = useApi("GET /api/users", !row ? { query: { limit: 1000 } } : null)
  const user = row ?? found.data?.find((each): each is User => each.id === id && "accessLevel" in each)
  const [given, setGiven] = useState<typeof FirstPasswordAnswer.Type>()
  if (!user) {
    return (
      <Drawer title="User" onClose={onClose}>
        {found.isSuccess ? <p>This user does not exist, or you cannot see it.</p> : <Loading rows={6} label="Loading the user..." />}
      </Drawer>
    )
  }
  // the same rules as the server's: not oneself, and only people below the own level
  const below = user.id !== me.id && user.accessLevel < me.accessLevel && can("users.manage", "users.department")
  const changes = can("users.manage") && user.accessLevel <= me.accessLevel
  return (
    <Drawer
      title={nameOf(user)}
      subject={user.employeeId}
      status={<StatusMark status={user.isActive ? "active" : "suspended"} />}
      onClose={onClose}
      actions={
        <>
          {user.canConfirmLevel && <Button onClick={() => dialog.open("confirm-level")}>Confirm level 10</Button>}
          {below && user.isActive && <Button onClick={() => dialog.open("reset-password")}>First password</Button>}
          {below && <Button onClick={() => dialog.open(user.isActive ? "suspend-user" : "reinstate-user")}>{user.isActive ? "Suspend" : "Reinstate"}</Button>}
          {changes && (
            <Button kind="primary" onClick={() => dialog.open("change-user")}>
              Change
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Level", levelWord(user.accessLevel)],
            user.topLevelAsked && ["Level 10", "Requested; another person must confirm it"],
            ["Role", roleWord(user.role)],
            ["Department", user.department],
            ["Position", user.position],
            ["Site", siteWord(user)],
            ["E-mail", user.email],
            ["Phone", user.phoneNumber],
            user.hireDate !== null && ["Here since", <Day key="since" date={user.hireDate} />],
            ["Last sign-in", user.lastLogin === null ? "Never" : <When key="last" at={user.lastLogin} />],
          ]}
        />
      </section>
      {sees("access.monitor") && (
        <section className="part">
          <h3>Sessions</h3>
          <Sessions of={user.id} />
        </section>
      )}
      <HistoryPart path={pathOf("GET /api/users/:id/history", { id: user.id })} />
      {user.id !== me.id && !user.isActive && user.firstName !== "erased" && (
        <ErasePart
          path={`/api/users/${user.id}`}
          number={user.employeeId}
          called="the employee ID"
          title={`Erase the personal data of ${user.employeeId}?`}
          stays="the employee ID, recorded actions and signatures."
          lists={userLists(user.id)}
        />
      )}
      <Decisions user={user} onGiven={setGiven} />
      {given && <FirstPassword given={given} onClose={() => setGiven(undefined)} />}
    </Drawer>
  )
}
