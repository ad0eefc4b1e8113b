/** Which earlier days the figures of Today are compared with: kept in the address. */
import { ChoiceMenu } from "@ops/platform/ui/layers/menu.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useApi } from "./client.ts"

export type Against = "month" | "year"

export const useAgainst = (): readonly [Against, (next: Against) => void] => {
  const [asked, set] = useAddress("against")
  return [asked === "year" ? "year" : "month", (next) => void set(next === "month" ? null : next)]
}

/** The named money figures of this month so far, for those who may see them. */
export const useMoney = (against: Against) => {
  const { siteId } = useWorkingSite()
  const { sees } = useSession()
  const query = { ...(siteId !== undefined && { siteId }), ...(against === "year" && { against }) }
  return useApi(sees("finance.departmental", "finance.full") ? "GET /api/money" : null, { query })
}

const options = [
  { value: "month", label: "the same days of last month" },
  { value: "year", label: "the same days of last year" },
] as const

export const ComparedWith = () => {
  const [against, setAgainst] = useAgainst()
  return <ChoiceMenu label="Compared with" before="Compared with " align="end" value={against} onChange={setAgainst} options={options} />
}
