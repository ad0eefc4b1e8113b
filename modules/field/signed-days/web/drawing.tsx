/** A signature drawn with a finger, a pen or the mouse, kept as strokes; and how it is shown. */
import { Button } from "@ops/platform/ui/button.tsx"
import { type PointerEvent, useRef } from "react"
import { mostDrawn } from "@ops/platform/access/day-sheet.ts"
import "./sign.css"

const [width, height] = [600, 200]
/** Points nearer to the last are left out. */
const nearest = 4

/** The strokes as they were drawn. */
export const Drawing = ({ of, label }: { readonly of: string; readonly label: string }) =>
  of === "typed" || of === "passkey" ? (
    <p className="muted">{of === "typed" ? "The typed name stands for the signature." : "Signed with a passkey of the signer's own phone."}</p>
  ) : (
    <svg className="sign-drawn" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {of.split(";").map((stroke, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes never move
        <polyline key={n} points={stroke.includes(" ") ? stroke : `${stroke} ${stroke}`} />
      ))}
    </svg>
  )

interface PadProps {
  readonly value: string
  readonly onChange: (drawing: string) => void
  readonly describedBy?: string | undefined
}

export const DrawingPad = ({ value, onChange, describedBy }: PadProps) => {
  const last = useRef<readonly [number, number]>(undefined)
  const drawn = value === "typed" ? "" : value
  const at = ({ currentTarget, clientX, clientY }: PointerEvent<Element>) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (part: number, most: number) => Math.round(Math.max(0, Math.min(1, part)) * most)
    return [within((clientX - box.left) / box.width, width), within((clientY - box.top) / box.height, height)] as const
  }
  const begin = (event: PointerEvent<Element>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = at(event)
    onChange(`${drawn}${drawn && ";"}${last.current.join(",")}`)
  }
  const go = (event: PointerEvent<Element>) => {
    if (!last.current) return
    const [x, y] = at(event)
    if (Math.hypot(x - last.current[0], y - last.current[1]) < nearest || drawn.length > mostDrawn - 20) return
    last.current = [x, y]
    onChange(`${drawn} ${x},${y}`)
  }
  const end = () => {
    last.current = undefined
  }
  return (
    <div className="field">
      <span className="files-label">Signature</span>
      <div
        className="sign-pad"
        role="img"
        aria-label={drawn === "" ? "Signature: empty" : "Signature: drawn"}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {drawn !== "" && <Drawing of={drawn} label="Signature" />}
      </div>
      <div className="line">
        <Button onClick={() => onChange("")} disabled={value === ""}>
          Clear
        </Button>
        <label className="sign-typed">
          <input
            type="checkbox"
            checked={value === "typed"}
            aria-describedby={describedBy}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? "typed" : "")}
          />
          I cannot draw: my typed name is my signature
        </label>
      </div>
    </div>
  )
}
