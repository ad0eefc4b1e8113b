import { formatDaysIn, formatInstant, When } from "@ops/platform/ui/date.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { entered, screen } from "../screen.ts"
import { saidIn } from "./said.ts"

const forms = { instant: formatInstant, text: formatDaysIn }

/** An act of a device: what was entered in plain words, above the bytes that were signed. */
export const ActDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    onClose={onClose}
    parts={(row) => ({
      above: (
        <section className="part">
          <KeyValues
            of={saidIn(row, entered, forms).map(([label, value]) => [
              label,
              typeof value === "string" ? (
                value
              ) : (
                <ul key={label}>
                  {value.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ),
            ])}
          />
        </section>
      ),
      facts: {
        happenedAt: <When at={row.happenedAt} exact />,
        notBefore: <When at={row.notBefore} exact />,
        arrivedAt: <When at={row.arrivedAt} exact />,
        // a doubt of less than two seconds is no doubt to people
        doubtMs: row.doubtMs < 2000 ? null : row.doubtMs,
        recordId: null,
        digest: null,
        text: null,
        signature: null,
      },
      below: (
        <details className="part">
          <summary>As signed</summary>
          <KeyValues
            of={[
              ["Text", row.text],
              ["Digest", row.digest],
              ["Signature", row.signature],
            ]}
          />
        </details>
      ),
    })}
  />
)
