/** Which earlier days the figures of Today are compared with: kept in the address. */
import { ChoiceMenu } from "@ops/platform/ui/layers/menu.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"

export type Against = "month" | "year"

export const useAgainst = (): readonly [Against, (next: Against) => void] => {
  const [asked, set] = useAddress("against")
  return [asked === "year" ? "year" : "month", (next) => void set(next === "month" ? null : next)]
}

const options = [
  { value: "month", label: "the same days of last month" },
  { value: "year", label: "the same days of last year" },
] as const

export const ComparedWith = () => {
  const [against, setAgainst] = useAgainst()
  return <ChoiceMenu label="Compared with" before="Compared with " align="end" value={against} onChange={setAgainst} options={options} />
}
