import type { UseQueryResult } from "@tanstack/react-query"
import { ErrorPanel } from "../error-panel.tsx"
import { Modal } from "../layers/modal.tsx"
import { Loading } from "../loading.tsx"

interface AwaitedDialogProps {
  readonly title: string
  readonly of: UseQueryResult<unknown>
  readonly onClose: () => void
}

/** A dialog in place of a form while the list that it fills in is loading, and if it cannot be loaded, such as offline. */
export const AwaitedDialog = ({ title, of, onClose }: AwaitedDialogProps) => (
  <Modal title={title} onClose={onClose}>
    <div className="modal-body">{of.isError ? <ErrorPanel error={of.error} retry={() => void of.refetch()} /> : <Loading rows={4} />}</div>
  </Modal>
)
