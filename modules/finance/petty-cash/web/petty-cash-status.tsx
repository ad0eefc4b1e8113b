import { Badge } from "@ops/platform/ui/button.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { PettyCashRequest } from "./labels.ts"

const tones = { pending: "amber", approved: "green", rejected: "red", disbursed: "blue", retired: "gray" } as const

/** The status of a request, in the usual colours: yellow, green, red, blue; grey when closed. */
export const PettyCashStatus = ({ status }: Pick<PettyCashRequest, "status">) => <Badge tone={tones[status]}>{statusWord(status)}</Badge>
