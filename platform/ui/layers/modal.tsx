import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, useRef } from "react"
import { Layer } from "./layer.tsx"

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  readonly help?: string | undefined
  readonly wide?: boolean | undefined
}

/** The frame of every dialog: title, one column, closed by Esc or the close button. Focus returns to the previous element. */
export const Modal = ({ title, children, onClose, help, wide }: ModalProps) => {
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Layer>
          <Dialog.Overlay className="veil">
            <Dialog.Content
              ref={content}
              className="overlay modal"
              data-wide={wide || undefined}
              aria-modal
              {...(help ? {} : { "aria-describedby": undefined })}
              onPointerDownOutside={(event) => event.preventDefault()}
              onOpenAutoFocus={(event) => {
                const field = content.current?.querySelector<HTMLElement>(
                  "[data-autofocus], .modal-body :is(input, select, textarea):not([disabled], [type=hidden])",
                )
                if (field) {
                  event.preventDefault()
                  field.focus()
                }
              }}
            >
              <header className="modal-head">
                <Dialog.Title>{title}</Dialog.Title>
                <Dialog.Close className="plain-icon" aria-label="Close">
                  <X size={17} strokeWidth={1.75} aria-hidden />
                </Dialog.Close>
                {help && <Dialog.Description className="modal-help">{help}</Dialog.Description>}
              </header>
              {children}
            </Dialog.Content>
          </Dialog.Overlay>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
