/** The two currencies of the company. Never added to each other. */
export type Currency = "USD" | "SSP"

const figures = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A decimal string as a figure for tables: `1,234.50`, `−12.00`. Exact: the text never becomes a floating number. */
export const formatFigure = (amount: string) => figures.format(amount as Intl.StringNumericLiteral).replace("-", "−")

/** A decimal string with its currency: `$1,234.50`, `SSP 1,234.50`, `−$12.00`. */
export const formatMoney = (amount: string, currency: string) => {
  const negative = amount.startsWith("-")
  const figure = formatFigure(negative ? amount.slice(1) : amount)
  return `${negative ? "−" : ""}${currency === "USD" ? `$${figure}` : `${currency} ${figure}`}`
}

const cents = (amount: string) => {
  const [, sign, whole = "0", part = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(amount.trim()) ?? []
  const value = BigInt(whole || "0") * 100n + BigInt(part.padEnd(2, "0").slice(0, 2))
  return sign ? -value : value
}

const hundredths = (total: bigint) => {
  const digits = (total < 0n ? -total : total).toString().padStart(3, "0")
  return `${total < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The exact sum of decimal strings in one currency, as a decimal string with two decimals. */
export const sumMoney = (amounts: readonly (string | null | undefined)[]) => {
  return hundredths(amounts.reduce((sum, amount) => sum + (amount ? cents(amount) : 0n), 0n))
}

/** An amount times a whole number, exactly. */
export const timesMoney = (amount: string, times: number) => hundredths(cents(amount) * BigInt(times))

interface MoneyProps {
  readonly amount: string | null | undefined
  readonly currency: string
  /** Leaves out the currency, for columns that name it in their header. */
  readonly plain?: boolean
}

/** An amount of money; a dash if there is none. */
export const Money = ({ amount, currency, plain }: MoneyProps) => {
  if (amount === null || amount === undefined || amount === "") return <span className="muted">–</span>
  return (
    <span className="num" title={plain ? formatMoney(amount, currency) : undefined}>
      {plain ? formatFigure(amount) : formatMoney(amount, currency)}
    </span>
  )
}
