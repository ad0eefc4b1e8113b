import { useEffect, useState } from "react"

/** A value that has not changed for a moment: avoids a request for every keystroke. */
export const useSettled = <Value>(value: Value): Value => {
  const said = JSON.stringify(value)
  const [settled, setSettled] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(said), 400)
    return () => clearTimeout(timer)
  }, [said])
  return JSON.parse(settled) as Value
}
