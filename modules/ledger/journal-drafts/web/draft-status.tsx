import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { type Draft, draftStatusOptions } from "../../web/labels.ts"

/** How far a draft has come; a discarded one is marked like what is cancelled elsewhere. */
export const DraftStatus = ({ status }: Pick<Draft, "status">) => (
  <StatusMark status={status === "discarded" ? "cancelled" : status} label={draftStatusOptions.find(({ value }) => value === status)?.label ?? status} />
)
