import { Maximize2, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { createContext, type ReactNode, useContext } from "react"
import { Link } from "react-router-dom"
import { Guard } from "../error-panel.tsx"
import { Layer } from "./layer.tsx"
import { useMedia } from "../media.ts"
import { Tooltip } from "./tooltip.tsx"

/** What is shown above the content of the drawers inside. */
export const AboveDrawer = createContext<ReactNode>(null)

interface DrawerProps {
  /** The document number. */
  readonly title: string
  readonly subject?: ReactNode
  readonly status?: ReactNode
  readonly children: ReactNode
  /** Actions at the bottom, the primary one last. */
  readonly actions?: ReactNode
  /** The address of the record's own page, if it has one. */
  readonly fullPage?: string
  /** What is behind it is dimmed: it explains a part of the page rather than being a record of its list. */
  readonly dims?: true
  readonly onClose: () => void
  /** Runs on Esc before it closes; it does not close if the event is prevented. */
  readonly onEscape?: (event: KeyboardEvent) => void
}

/** A record beside its list: the list stays usable on a wide screen, a phone shows the record alone. */
export const Drawer = ({ title, subject, status, children, actions, fullPage, dims, onClose, onEscape }: DrawerProps) => {
  const above = useContext(AboveDrawer)
  const narrow = useMedia("(max-width: 900px)")
  return (
    <Dialog.Root open modal={narrow} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Layer>
          <Dialog.Content
            className="drawer"
            data-dims={dims}
            aria-describedby={undefined}
            {...(onEscape && { onEscapeKeyDown: onEscape })}
            onInteractOutside={(event) => event.preventDefault()}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus()
            }}
          >
            <header className="drawer-head">
              <div>
                <Dialog.Title>{title}</Dialog.Title>
                {subject && <p className="muted">{subject}</p>}
              </div>
              {status}
              {fullPage && (
                <Tooltip text="Open full page">
                  <Link className="plain-icon" to={fullPage} aria-label="Open full page">
                    <Maximize2 size={16} strokeWidth={1.75} aria-hidden />
                  </Link>
                </Tooltip>
              )}
              <Dialog.Close className="plain-icon" aria-label="Close">
                <X size={17} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <section className="drawer-body" tabIndex={0} aria-label={`${title}, details`}>
              {above}
              <Guard>{children}</Guard>
            </section>
            {actions && <footer className="drawer-foot">{actions}</footer>}
          </Dialog.Content>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
