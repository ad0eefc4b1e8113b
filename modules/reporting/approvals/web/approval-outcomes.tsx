import { Button } from "@ops/platform/ui/button.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import type { Approval } from "../contract.ts"
import { idOf, type Verb } from "./approval-labels.ts"

/** What came of one decision. */
export interface Outcome {
  readonly row: Approval
  readonly verb: Verb
  readonly ok: boolean
  /** why it was not done */
  readonly sentence?: string
}

export const past = { approve: "approved", reject: "rejected" } as const

/** How many decisions were done, and which were not, each with the reason. */
export const Outcomes = ({ of, onClose }: { readonly of: readonly Outcome[]; readonly onClose: () => void }) => {
  const failed = of.filter(({ ok }) => !ok)
  const done = of.length - failed.length
  return (
    <section role="alert" aria-label="Not completed">
      <Panel title={`${done} of ${of.length} ${past[of[0]!.verb]}`} padded actions={<Button onClick={onClose}>Close</Button>}>
        <ul className="approval-outcomes">
          {failed.map(({ row, sentence }) => (
            <li key={idOf(row)}>
              <b className="num">{row.number}</b> {sentence}
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
