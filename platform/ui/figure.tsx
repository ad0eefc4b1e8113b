import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { formatInstant } from "./date.tsx"
import { Popover } from "./popover.tsx"

/** Where a computed figure comes from. */
export interface Explanation {
  /** The calculation in words. */
  readonly formula: string
  readonly inputs: readonly { readonly label: string; readonly value: ReactNode; readonly link?: string }[]
  /** The instant the figure holds for. */
  readonly asOf: string
}

interface FigureProps {
  readonly value: ReactNode
  readonly explanation: Explanation
  /** What the figure is, for those who hear only the button. */
  readonly label?: string
}

/** A computed figure that explains itself when it is pressed. */
export const Figure = ({ value, explanation, label }: FigureProps) => (
  <Popover
    label={label ? `How ${label} was computed` : "How this figure was computed"}
    width={320}
    trigger={
      <button type="button" className="figure num">
        {label && <span className="sr">{label}: </span>}
        {value}
        <span className="sr">, explain</span>
      </button>
    }
  >
    <p className="formula">{explanation.formula}</p>
    <table className="inputs">
      <tbody>
        {explanation.inputs.map((input) => (
          <tr key={input.label}>
            <th scope="row">
              {input.link ? (
                <Link className="link" to={input.link}>
                  {input.label}
                </Link>
              ) : (
                input.label
              )}
            </th>
            <td className="num">{input.value}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{label ?? "Result"}</th>
          <td className="num">{value}</td>
        </tr>
      </tfoot>
    </table>
    <p className="meta">As of {formatInstant(explanation.asOf)}</p>
  </Popover>
)
