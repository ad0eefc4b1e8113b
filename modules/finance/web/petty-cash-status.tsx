import { Badge } from "@ops/platform/ui/button.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { PettyCashRequest } from "./petty-cash-labels.ts"

const tones = { pending: "amber", approved: "green", rejected: "red", disbursed: "blue", retired: "gray" } as const

/** How a request stands, in the colours that people know: yellow, green, red, blue; grey when it is done with. */
export const PettyCashStatus = ({ status }: Pick<PettyCashRequest, "status">) => <Badge tone={tones[status]}>{statusWord(status)}</Badge>
