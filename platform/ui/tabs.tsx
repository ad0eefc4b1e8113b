import { Tabs as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { useAddress } from "./url-state.ts"

interface TabsProps {
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly count?: number | undefined }[]
  readonly children: (id: string) => ReactNode
  readonly label: string
  /** The word in the address; `tab` by itself. */
  readonly param?: string
}

/** The parts of a page, the open one in the address. Only the open part is drawn. */
export const Tabs = ({ tabs, children, label, param = "tab" }: TabsProps) => {
  const [asked, setTab] = useAddress(param)
  const first = tabs[0]?.id ?? ""
  const open = tabs.some((tab) => tab.id === asked) ? (asked as string) : first
  return (
    <Primitive.Root value={open} onValueChange={(next) => void setTab(next === first ? null : next)}>
      <Primitive.List className="views" aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.id} value={tab.id} className="view">
            {tab.label}
            {tab.count !== undefined && <span className="num"> {tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content value={open} className="stack" tabIndex={-1}>
        {children(open)}
      </Primitive.Content>
    </Primitive.Root>
  )
}
