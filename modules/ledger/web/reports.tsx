/** The reports and the upkeep of the books: statements, accounts, entries, months, exchange rates. The open tab is kept in `?view=`. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { HeadActs } from "@ops/platform/ui/layers/head.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { ChevronDown } from "lucide-react"
import { type ComponentType, Suspense } from "react"
import { Link, useNavigate } from "react-router-dom"
import "./books.css"

const Statements = lazyWithRetry(async () => ({ default: (await import("../statements/web/statements.tsx")).Statements }))
const Accounts = lazyWithRetry(async () => ({ default: (await import("../accounts/web/accounts.tsx")).Accounts }))
const JournalEntries = lazyWithRetry(async () => ({ default: (await import("../journal-entries/web/journal-entries.tsx")).JournalEntries }))
const JournalDrafts = lazyWithRetry(async () => ({ default: (await import("../journal-drafts/web/journal-drafts.tsx")).JournalDrafts }))
const Periods = lazyWithRetry(async () => ({ default: (await import("../periods/web/periods.tsx")).Periods }))
const Taxes = lazyWithRetry(async () => ({ default: (await import("../taxes/web/taxes.tsx")).Taxes }))
const Checks = lazyWithRetry(async () => ({ default: (await import("../checks/web/checks.tsx")).Checks }))
const ExchangeRates = lazyWithRetry(async () => ({ default: (await import("../exchange-rates/web/exchange-rates.tsx")).ExchangeRates }))

const parts: readonly { readonly view: string; readonly label: string; readonly Part: ComponentType; readonly within?: string }[] = [
  { view: "statements", label: "Statements", Part: Statements },
  { view: "accounts", label: "Chart of Accounts", Part: Accounts },
  { view: "journal", label: "Journal Entries", Part: JournalEntries },
  { view: "drafts", label: "Drafts", Part: JournalDrafts, within: "journal" },
  { view: "periods", label: "Periods", Part: Periods },
  { view: "rates", label: "Exchange Rates", Part: ExchangeRates },
  { view: "taxes", label: "Taxes", Part: Taxes },
  { view: "checks", label: "Checks", Part: Checks },
]

/** On a phone not all tabs fit next to each other. */
const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" })

export const Reports = () => {
  const [view] = useAddress("view")
  const { view: open, Part, within } = parts.find((part) => part.view === view) ?? parts[0]!
  const navigate = useNavigate()
  const own = parts.filter((part) => part.within === undefined)
  const addressOf = (view: string) => (view === parts[0]!.view ? "/financial?tab=reports" : `/financial?tab=reports&view=${view}`)
  return (
    <>
      {open === parts[0]!.view ? (
        // the statements have a row of their own
        <HeadActs>
          <Menu
            label="Books"
            trigger={
              <Button>
                Books <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
              </Button>
            }
          >
            {own.slice(1).map(({ view, label }) => (
              <MenuItem key={view} onSelect={() => void navigate(addressOf(view))}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </HeadActs>
      ) : (
        <nav className="views" aria-label="Reports">
          {own.map(({ view, label }) => (
            <Link
              key={view}
              className="view"
              to={addressOf(view)}
              aria-current={view === open ? "page" : view === within ? "true" : undefined}
              ref={view === (within ?? open) ? intoView : null}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className="books-part" key={open}>
        <Suspense>
          <Part />
        </Suspense>
      </div>
    </>
  )
}
