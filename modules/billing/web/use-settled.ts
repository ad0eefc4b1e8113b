import { useEffect, useState } from "react"

/** A value that has stayed the same for a moment: what is requested from the server while the user types. */
export const useSettled = <Value>(value: Value): Value => {
  const said = JSON.stringify(value)
  const [settled, setSettled] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(said), 400)
    return () => clearTimeout(timer)
  }, [said])
  return JSON.parse(settled) as Value
}
