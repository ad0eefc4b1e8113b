import { useApiQuery } from "@ops/platform/ui/data/data.ts"

/** The public information about the company. */
export interface Company {
  readonly name: string
  readonly tagline: string
  readonly vision: string
  readonly mission: string
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly services: readonly { readonly title: string; readonly text: string }[]
  readonly mode: "demo" | "production"
  /** display name of the sign-in service, if there is one */
  readonly signInService?: string
  /** in a rehearsal, the moment after which it begins */
  readonly rehearsal?: string
}

export const companyKey = ["/api/company"] as const

/** The company's settings; undefined until loaded. */
export const useCompany = () => useApiQuery<Company>(companyKey[0]).data
