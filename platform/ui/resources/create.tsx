/** The button that creates a record, its key, and its form, which has its own address. */
import { capitalised } from "../../text.ts"
import { type ComponentType, type ReactNode, Suspense } from "react"
import type { CommandScreen, Screen } from "../../http/resources/screen.ts"
import { Button } from "../button.tsx"
import { useSession } from "../data/session.tsx"
import { inThePast } from "../instant.ts"
import { useKeys } from "../keyboard.tsx"
import { lazyPart, lazyWithRetry } from "../lazy-with-retry.ts"
import { Navigate, useNavigate } from "react-router-dom"
import { useAddress, useDialog } from "../url-state.ts"
import type { Typed } from "./screen-parts.tsx"

const PlainForm = lazyWithRetry(() => import("./plain-form.tsx"))
const ImportDialog = lazyPart(() => import("../imports/import-dialog.tsx"))

export interface Creating<R extends Typed> {
  readonly screen: Screen<R>
  /** by default the first that creates a record */
  readonly command?: keyof R["commands"] & string
  /** the name of the dialog in the address; by default "new-" and the noun */
  readonly address?: string
  /** by default the fields of the command, one below the other */
  readonly form?: ComponentType<{ readonly onClose: () => void; readonly onMade: (id: number) => void }>
  /** the page for creating a record, if it is not a dialog */
  readonly page?: string
  /** the new record is opened */
  readonly opens?: boolean
  readonly kind?: "plain" | "primary"
  /** there is no button */
  readonly isOff?: boolean
  /** the key that opens it */
  readonly hotkey?: string
}

/** The button, null without permission; and the dialog while it is open. */
export const useCreate = <R extends Typed>({
  screen,
  command,
  form: Form,
  page,
  kind = "primary",
  hotkey = "n",
  opens = false,
  isOff = false,
  ...own
}: Creating<R>) => {
  const { can } = useSession()
  const dialog = useDialog()
  const navigate = useNavigate()
  const [, setOpen] = useAddress("open", "push")
  // the dialog is removed from the address before the new record is added
  const onMade = (id: number) => (opens ? void setTimeout(() => void setOpen(String(id)), 0) : undefined)
  const of = Object.entries<CommandScreen>(screen.commands).find(([name, { isNew }]) => (command === undefined ? isNew : name === command))?.[1]
  const { address = `new-${screen.noun[0].replaceAll(" ", "-")}` } = own
  const isAllowed = of !== undefined && !isOff && (of.may.length === 0 ? !inThePast : can(...of.may))
  const words = of?.words ?? { button: "" }
  const open = () => (page === undefined ? dialog.open(address) : void navigate(page))
  const [, several] = screen.noun
  const sentence = words.button.charAt(0) + words.button.slice(1).toLowerCase()
  useKeys(capitalised(several), isAllowed ? { [hotkey]: [sentence, open] } : {})
  const button: ReactNode = isAllowed ? (
    <Button kind={kind} onClick={open}>
      {words.button}
    </Button>
  ) : null
  const opened: ReactNode = isAllowed && dialog.name === address && (
    <Suspense>
      {page !== undefined ? (
        <Navigate to={page} replace />
      ) : Form ? (
        <Form onClose={dialog.close} onMade={onMade} />
      ) : (
        <PlainForm of={of} path={screen.path} onClose={dialog.close} />
      )}
    </Suspense>
  )
  return { button, dialog: opened }
}

/** The button that imports records from a file, null if they cannot be imported or without permission; and the dialog while it is open. */
export const useImport = ({ imports, noun, path }: Pick<Screen, "imports" | "noun" | "path">) => {
  const { can } = useSession()
  const dialog = useDialog()
  const isAllowed = imports !== undefined && !inThePast && (imports.may.length === 0 || can(...imports.may))
  return {
    button: isAllowed ? (
      <Button kind="quiet" className="import-button" onClick={() => dialog.open("import")}>
        Import
      </Button>
    ) : null,
    dialog: isAllowed && dialog.name === "import" && <ImportDialog what={imports.what} noun={noun} path={path} onClose={dialog.close} />,
  }
}
