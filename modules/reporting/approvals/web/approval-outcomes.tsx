import { Button } from "@ops/platform/ui/button.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import type { Approval } from "../contract.ts"
import { idOf, past, type Verb } from "./approval-labels.ts"

/** The outcome of one decision. */
export interface Outcome {
  readonly row: Approval
  readonly verb: Verb
  readonly ok: boolean
  /** why it was refused */
  readonly sentence?: string
}

/** The number of decisions that were done, and each refused one with the reason. */
export const Outcomes = ({ of, onClose }: { readonly of: readonly Outcome[]; readonly onClose: () => void }) => {
  const done = of.filter(({ ok }) => ok).length
  const verb = past[of[0]!.verb]
  return (
    <section role="alert" aria-label={done < of.length ? "Not completed" : "Completed"} className="approval-results">
      <Panel title={`${done} of ${of.length} ${verb}`} padded actions={<Button onClick={onClose}>Close</Button>}>
        <ul className="approval-outcomes">
          {of
            .toSorted((one, other) => Number(one.ok) - Number(other.ok))
            .map(({ row, ok, sentence }) => (
              <li key={idOf(row)}>
                <b className="num">{row.number}</b> {ok ? <span className="muted">{verb}</span> : sentence}
              </li>
            ))}
        </ul>
      </Panel>
    </section>
  )
}
