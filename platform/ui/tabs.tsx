import { Tabs as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { HeadTabs } from "./layers/head.tsx"
import { useAddress } from "./url-state.ts"

interface Tab {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
}
interface ChosenTabs {
  readonly tabs: readonly Tab[]
  readonly label: string
  readonly open: string
  readonly onOpen: (id: string) => void
  readonly children: ReactNode
}

const List = ({ tabs, label }: Pick<ChosenTabs, "tabs" | "label">) => (
  <Primitive.List className="views" aria-label={label}>
    {tabs.map((tab) => (
      <Primitive.Trigger key={tab.id} value={tab.id} className="view">
        {tab.label}
        {tab.count !== undefined && <span className="num"> {tab.count}</span>}
      </Primitive.Trigger>
    ))}
  </Primitive.List>
)

/** The parts of a page as tabs in the header above it. Only the open part is rendered. */
export const PageTabs = ({ tabs, label, open, onOpen, children }: ChosenTabs) => (
  <Primitive.Root value={open} onValueChange={onOpen}>
    <HeadTabs>
      <List tabs={tabs} label={label} />
    </HeadTabs>
    <Primitive.Content key={open} value={open} className="page-part stack" tabIndex={-1}>
      {children}
    </Primitive.Content>
  </Primitive.Root>
)

interface TabsProps extends Pick<ChosenTabs, "tabs" | "label"> {
  readonly children: (id: string) => ReactNode
  /** The parameter in the address; if missing, the tabs are those of the page, in its header, and the parameter is `tab`. */
  readonly param?: string
}

/** The parts of a page or a record, the open one in the address. Only the open part is rendered. */
export const Tabs = ({ tabs, children, label, param }: TabsProps) => {
  const [asked, setTab] = useAddress(param ?? "tab")
  const first = tabs[0]?.id ?? ""
  const open = tabs.some((tab) => tab.id === asked) ? (asked as string) : first
  const onOpen = (next: string) => void setTab(next === first ? null : next)
  if (param === undefined)
    return (
      <PageTabs tabs={tabs} label={label} open={open} onOpen={onOpen}>
        {children(open)}
      </PageTabs>
    )
  return (
    <Primitive.Root value={open} onValueChange={onOpen}>
      <List tabs={tabs} label={label} />
      <Primitive.Content value={open} className="stack" tabIndex={-1}>
        {children(open)}
      </Primitive.Content>
    </Primitive.Root>
  )
}
