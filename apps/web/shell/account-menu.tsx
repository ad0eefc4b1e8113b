import { type Language, languageCodes, languages } from "@ops/platform/language/languages.ts"
import { language, showIn } from "@ops/platform/ui/language/words.ts"
import { lazyWithRetry, loaded } from "@ops/platform/ui/lazy-with-retry.ts"
import { setDensity, useDensity } from "@ops/platform/ui/lists/density.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from "@ops/platform/ui/layers/menu.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { type SessionUser, sessionKey, useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { BellRing, ChevronsUpDown, IdCard, KeyRound, LogOut, Mail, Receipt, RectangleEllipsis, Settings } from "lucide-react"
import { Suspense, useState } from "react"
import { useNavigate } from "react-router-dom"
import { mayOpen } from "./access.ts"
import { setAppearance, useAppearance } from "./appearance.ts"
import { setRailWidth, useRailWidth } from "./rail-width.ts"
import { useSignOut } from "./sign-out.ts"

const dialogs = {
  choices: lazyWithRetry(() => import("@ops/alerts/web/choices-dialog.tsx")),
  password: lazyWithRetry(() => import("./sign-in/password-dialog.tsx")),
}
/** Screens linked from the menu, for those who may open them. */
const screens = [
  ["/account", "My Account", IdCard],
  ["/expenses", "My Expenses", Receipt],
  ["/mails", "Mails", Mail],
  ["/settings", "Settings", Settings],
] as const
const languageOptions = languageCodes.map((value) => ({ value, label: <span lang={value}>{languages[value].name}</span> }))
const look = { size: 16, strokeWidth: 1.75, "aria-hidden": true }

/** The language of the person's screens; in the past only this browser remembers it. */
const LanguageChoice = () => {
  const queries = useQueryClient()
  const choose = (code: Language) => {
    void showIn(code)
    if (inThePast) return
    queries.setQueryData<SessionUser>(sessionKey, (before) => before && { ...before, language: code })
    loaded(() => import("@ops/identity/web/client.ts"))
      .then(({ send }) => send("PUT /api/auth/language", { body: { language: code } }))
      .catch((error: unknown) => notify.error(sentenceOf(error)))
  }
  return <MenuChoice label="Language" value={language()} onChange={choose} options={languageOptions} />
}

/** The account menu: the person, the appearance, the sign-in methods, and signing out. */
export const AccountMenu = () => {
  const user = useUser()
  const { retry: readAgain } = useSession()
  const appearance = useAppearance()
  const density = useDensity()
  const railWidth = useRailWidth()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [asked, ask] = useState<keyof typeof dialogs>()
  const Asked = asked && dialogs[asked]
  const name = `${user.firstName} ${user.lastName}`
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()
  return (
    <>
      <Menu
        label="Account"
        align="start"
        trigger={
          <button type="button" className="me" aria-label={`Account: ${name}, ${user.levelDescription}`}>
            <span className="avatar" aria-hidden>
              {initials}
            </span>
            <span className="me-text">
              <b>{name}</b>
              <small>
                {user.levelName} · {user.levelDescription}
              </small>
            </span>
            <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden />
          </button>
        }
      >
        <MenuLabel>Appearance</MenuLabel>
        <MenuChoice
          label="Appearance"
          value={appearance}
          onChange={setAppearance}
          options={[
            { value: "system", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <MenuRule />
        <MenuLabel>Language</MenuLabel>
        <LanguageChoice />
        <MenuRule />
        <MenuLabel>Density</MenuLabel>
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
        <MenuLabel>Sidebar</MenuLabel>
        <MenuChoice
          label="Sidebar"
          value={railWidth}
          onChange={setRailWidth}
          options={[
            { value: "wide", label: "Wide" },
            { value: "slim", label: "Slim" },
          ]}
        />
        <MenuRule />
        {screens
          .filter(([path]) => mayOpen(user, path))
          .map(([path, label, Icon]) => (
            <MenuItem key={path} icon={<Icon {...look} />} onSelect={() => void navigate(path)}>
              {label}
            </MenuItem>
          ))}
        {!inThePast && (
          <>
            <MenuItem icon={<BellRing {...look} />} onSelect={() => ask("choices")}>
              Notifications
            </MenuItem>
            <MenuItem icon={<RectangleEllipsis {...look} />} onSelect={() => ask("password")}>
              Change password
            </MenuItem>
            <MenuItem
              icon={<KeyRound {...look} />}
              onSelect={() => void loaded(() => import("./sign-in/passkey.ts")).then(({ addPasskey }) => addPasskey(readAgain))}
            >
              Add a passkey
            </MenuItem>
          </>
        )}
        <MenuItem icon={<LogOut {...look} />} onSelect={signOut}>
          Log out
        </MenuItem>
      </Menu>
      {Asked && (
        <Suspense>
          <Asked onClose={() => ask(undefined)} />
        </Suspense>
      )}
    </>
  )
}
