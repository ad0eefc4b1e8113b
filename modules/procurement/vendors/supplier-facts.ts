/** What is known about a supplier where something is decided: what was bought this year, and what is open. SQL over a vendor's id, for the facts of an inbox. */
const sums = (vendor: string, where: string, amount: string) => `(select string_agg(of.text, ' and ' order by of.currency desc) from (
    select p.currency, count(*) || case count(*) when 1 then ' bill, ' else ' bills, ' end || p.currency || ' ' || to_char(sum(${amount}) / 100.0, 'FM999,999,999,990.00') as text
    from payable p where p.vendor_id = ${vendor} and ${where} group by p.currency) of)`

export const supplierFacts = (vendor: string) => ({
  "Billed this year": sums(vendor, "p.invoice_date >= date_trunc('year', es.today()::timestamp)::date", "p.amount"),
  "Open bills": sums(
    vendor,
    "p.amount > p.paid_amount + p.withheld_amount + p.credited_amount",
    "p.amount - p.paid_amount - p.withheld_amount - p.credited_amount",
  ),
})
