import { setDensity, useDensity } from "@ops/platform/ui/density.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from "@ops/platform/ui/menu.tsx"
import { notify } from "@ops/platform/ui/notices.tsx"
import { useSession, useUser } from "@ops/platform/ui/session.tsx"
import { BellRing, ChevronDown, KeyRound, LogOut, Mail, Receipt, RectangleEllipsis, Settings } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { useNavigate } from "react-router-dom"
import { mayOpen } from "./access.ts"
import { setAppearance, useAppearance } from "./appearance.ts"
import { initialsOf, useSignOut } from "./rail.tsx"

const ChoicesDialog = lazy(() => import("@ops/alerts/web/choices-dialog.tsx"))
const PasswordDialog = lazy(() => import("./password-dialog.tsx"))

const addPasskey = async (added: () => void) => {
  const { registerPasskey } = await import("./passkey.ts")
  try {
    await registerPasskey()
    added()
    notify.success("Passkey added to this device")
  } catch (error) {
    const { passkeyFault } = await import("./passkey.ts")
    notify.error(passkeyFault(error, "Failed to add the passkey"))
  }
}

/** Who one is, how the screen looks, how one signs in, and the way out. */
export const AccountMenu = () => {
  const user = useUser()
  const { retry: readAgain } = useSession()
  const appearance = useAppearance()
  const density = useDensity()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [changing, setChanging] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const name = `${user.firstName} ${user.lastName}`
  return (
    <>
      <Menu
        label="Account"
        trigger={
          <button type="button" className="account" aria-label={`Account: ${name}, ${user.levelDescription}`}>
            <span className="avatar" aria-hidden>
              {initialsOf(user)}
            </span>
            <span className="account-text">
              <b>{name}</b>
              <small>{user.levelDescription}</small>
            </span>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
          </button>
        }
      >
        <MenuLabel>Appearance</MenuLabel>
        <MenuChoice
          label="Appearance"
          value={appearance}
          onChange={setAppearance}
          options={[
            { value: "system", label: "As the device" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <MenuRule />
        <MenuLabel>Rows</MenuLabel>
        <MenuChoice
          label="Row height"
          value={density}
          onChange={setDensity}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <MenuRule />
        {mayOpen(user, "/expenses") && (
          <MenuItem icon={<Receipt size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => void navigate("/expenses")}>
            My Expenses
          </MenuItem>
        )}
        {mayOpen(user, "/mails") && (
          <MenuItem icon={<Mail size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => void navigate("/mails")}>
            Mails
          </MenuItem>
        )}
        {mayOpen(user, "/settings") && (
          <MenuItem icon={<Settings size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => void navigate("/settings")}>
            Settings
          </MenuItem>
        )}
        {!inThePast && (
          <>
            <MenuItem icon={<BellRing size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => setChoosing(true)}>
              Notifications
            </MenuItem>
            <MenuItem icon={<RectangleEllipsis size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => setChanging(true)}>
              Change password
            </MenuItem>
            <MenuItem icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />} onSelect={() => void addPasskey(readAgain)}>
              Add a passkey
            </MenuItem>
          </>
        )}
        <MenuItem icon={<LogOut size={16} strokeWidth={1.75} aria-hidden />} onSelect={signOut}>
          Log out
        </MenuItem>
      </Menu>
      {choosing && (
        <Suspense>
          <ChoicesDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {changing && (
        <Suspense>
          <PasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
