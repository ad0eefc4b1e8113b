/** The explainable figures of a project's money: its budget by cost code, its contract, its certificates and the work in progress. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { certificateKindNames, certificateKinds, costKindNames, MONEY_READERS as may } from "./money/labels.ts"
import { ProjectContractAnswer, CertificateAnswer, WipAnswer } from "./billing/contract.ts"
import { BudgetAnswer, CostAnswer } from "./budget/contract.ts"
import { budgetList, certificateList, contractList, costList } from "./money/queries.ts"
import { positionsSql, wipList } from "./wip/queries.ts"
import { notFound } from "@ops/platform/records/command.ts"

const USD = "USD"
const budgetPath = (id: number) => `/construction/${id}?tab=budget`
const billingPath = (id: number) => `/construction/${id}?tab=billing`
type Sums = "committed" | "actual" | "toComplete" | "forecast" | "variance"
const columnOf = { committed: "committed", actual: "actual", toComplete: "to_complete", forecast: "forecast", variance: "variance" } as const
const wordsOf: Record<Sums, string> = { committed: "Committed", actual: "Spent", toComplete: "To complete", forecast: "Forecast", variance: "Variance" }

const budget = figure("constructionProject.budget", {
  label: "Budget of a project",
  unit: USD,
  needs: ["id"],
  may,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(BudgetAnswer, budgetList(who), id, "Construction project")
      const records = yield* partsBy(
        USD,
        { stream: col.text, title: col.text },
        `with change as (select c.id, c.change_number || ': ' || c.reason as title, c.total from budget_change c
           where c.project_id = $1 and c.status = 'approved' and c.total <> 0)
         select 'construction_project/' || p.id as stream, p.project_number || ', as planned' as title, p.budget - (select coalesce(sum(total), 0) from change)::bigint as amount
         from construction_project p where p.id = $1 and p.budget is not null
         union all (select 'budget_change/' || id, title, total from change order by id)`,
        [id],
        ({ stream, title }) => ({ stream, title, path: budgetPath(id) }),
      )
      const changes = records.total < 2 ? "no approved changes" : `plan and changes: ${added(records, USD, "parts")}`
      return {
        value: of.budget,
        formula: `Budget of ${of.projectName}: ${said(of.budget, USD)}, ${changes}. ${said(of.unassigned, USD)} has no cost code`,
        records,
      }
    }),
})

/** A sum over the cost codes of a project. */
const overCodes = (name: "committed" | "forecast", label: string) =>
  figure(`constructionProject.${name}`, {
    label,
    unit: USD,
    needs: ["id"],
    may,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const of = yield* listedAt(BudgetAnswer, budgetList(who), id, "Construction project")
        const inputs = yield* partsBy(
          USD,
          { id: col.whole, code: col.text },
          `select k.id, k.code || ' ' || k.name as code, r.${columnOf[name]} as amount from construction_cost_report r join cost_code k on k.id = r.cost_code_id
           where r.project_id = $1 and r.${columnOf[name]} <> 0 order by k.code`,
          [id],
          (row) => ({ label: row.code, figure: { name: `constructionCode.${name}`, parameters: { projectId: id, id: row.id } } }),
        )
        return { value: of.total[name], inputs, formula: `${label}: ${added(inputs, USD, "cost codes")}` }
      }),
  })

const lineOf = (projectId: number, id: number, who: Parameters<typeof budgetList>[0]) =>
  Effect.gen(function* () {
    const of = yield* listedAt(BudgetAnswer, budgetList(who), projectId, "Construction project")
    const line = of.lines.find(({ costCode }) => costCode.id === id)
    if (!line) return yield* Effect.fail(notFound(`This project has nothing on cost code ${id}`))
    return { line, complete: of.status === "completed" }
  })

/** A figure of a cost code of a project; the id is the code's. */
const ofCode = (name: Sums, label: string) =>
  figure(`constructionCode.${name}`, {
    label,
    unit: USD,
    needs: ["projectId", "id"],
    may,
    explain: ({ projectId, id }, who) =>
      Effect.gen(function* () {
        const { line, complete } = yield* lineOf(projectId, id, who)
        const value = line[name]
        const of = (part: Sums | "budget") => said(line[part], USD)
        const part = (label: string, sum: Sums | "budget") => ({
          label,
          value: line[sum],
          ...(sum !== "budget" && { figure: { name: `constructionCode.${sum}`, parameters: { projectId, id } } }),
        })
        if (name === "actual") {
          const records = yield* partsBy(
            USD,
            { id: col.whole, description: col.text, day: col.text },
            `select c.id, c.description, to_char(c.date, 'YYYY-MM-DD') as day, c.amount from project_cost c
             where c.project_id = $1 and c.cost_code_id = $2 and c.taken_back_date is null order by c.date desc, c.id desc`,
            [projectId, id],
            (row) => ({
              stream: `project_cost/${row.id}`,
              title: `${row.description}, ${row.day}`,
              path: budgetPath(projectId),
              figure: { name: "constructionCost.amount", parameters: { id: row.id } },
            }),
          )
          return { value, records, formula: `Charged: ${added(records, USD, "costs")}` }
        }
        if (name === "committed") {
          const records = yield* partsBy(
            USD,
            { number: col.text, request: col.whole },
            `select m.request_number as number, m.purchase_request_id as request, m.committed as amount from construction_commitment m
             where m.project_id = $1 and m.cost_code_id = $2 and m.committed <> 0 order by m.id`,
            [projectId, id],
            (row) => ({ stream: `purchase_request/${row.request}`, title: row.number, path: `/procurement?open=${row.request}` }),
          )
          return { value, records, formula: `Approved purchase requests, less the billed amount: ${added(records, USD, "requests")}` }
        }
        if (name === "toComplete") {
          if (complete) return { value, formula: "The project is complete: no remaining cost" }
          return line.estimated === null
            ? {
                value,
                formula: `${of("budget")} budget less ${of("committed")} committed and ${of("actual")} spent, not below 0: ${said(value, USD)}`,
                inputs: [part("Budget", "budget"), part("Committed", "committed"), part("Spent", "actual")],
              }
            : {
                value,
                formula: `Estimated: ${said(value, USD)}`,
                records: [{ stream: `project_budget/${projectId}`, title: "Budget of the project", value, path: budgetPath(projectId) }],
              }
        }
        if (name === "forecast") {
          const inputs = [part("Spent", "actual"), part("Committed", "committed"), part("To complete", "toComplete")]
          return { value, inputs, formula: `${of("actual")} spent + ${of("committed")} committed + ${of("toComplete")} to complete = ${said(value, USD)}` }
        }
        return {
          value,
          inputs: [part("Budget", "budget"), part("Forecast", "forecast")],
          formula: `${of("budget")} budget less ${of("forecast")} forecast: ${said(value, USD)}`,
        }
      }),
  })

const entrySql = sql({ id: col.nullable(col.whole) }, "select journal_entry_id as id from project_cost where id = $1")

const cost = figure("constructionCost.amount", {
  label: "A cost of a project",
  unit: USD,
  needs: ["id"],
  may,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(CostAnswer, costList(who), id, "Cost of a project")
      const [entry] = yield* statement(entrySql, [id])
      const from = costKindNames[of.kind]
      const source = {
        bill: "a line of a supplier's bill with its share of the tax, as posted",
        stock: "goods at the store's average cost when issued",
        labour: "hours at the pay rate of that day: 173⅓ hours per month",
        moved: "moved by finance from another expense account",
      }[of.kind]
      return {
        value: of.amount,
        formula: `${from} of ${of.date}, ${of.description}: ${said(of.amount, USD)}, ${source}`,
        records: [
          { stream: `project_cost/${id}`, title: of.description, value: of.amount, path: budgetPath(of.projectId) },
          ...(entry?.id
            ? [
                {
                  stream: `journal_entry/${entry.id}`,
                  title: `Posted by ${of.journalEntryNumber}`,
                  value: null,
                  figure: { name: "journalEntry.total", parameters: { id: entry.id } },
                },
              ]
            : []),
        ],
      }
    }),
})

const contractParts = {
  value: ["contractValue", "Contract value", null],
  certified: ["certifiedAmount", "Certified on a contract", "certified"],
  billed: ["billed", "Billed on a contract before tax", "billed"],
  retained: ["retained", "Retention of a contract", "retention"],
} as const
const ofContract = (name: keyof typeof contractParts) => {
  const [field, label, column] = contractParts[name]
  return figure(`constructionContract.${name}`, {
    label,
    unit: USD,
    needs: ["id"],
    may,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const of = yield* listedAt(ProjectContractAnswer, contractList(who), id, "Construction project")
        if (of.reference === null) return yield* Effect.fail(notFound(`${of.projectName} has no contract yet`))
        const value = of[field]
        if (column === null) {
          return {
            value,
            formula: `${of.reference}: ${said(of.agreedValue, USD)} agreed, ${said(of.variations, USD)} by approved changes = ${said(value, USD)}`,
            records: [{ stream: `project_contract/${id}`, title: of.reference, value, path: billingPath(id) }],
          }
        }
        const records = yield* partsBy(
          USD,
          { id: col.whole, number: col.text, kind: col.words(...certificateKinds) },
          `select c.id, c.certificate_number as number, c.kind, ${column === "retention" ? "-c.retention" : `c.${column}`} as amount from certificate c
           where c.project_id = $1 and c.status = 'certified' and c.${column} <> 0 order by c.id`,
          [id],
          (row) => ({
            stream: `certificate/${row.id}`,
            title: `${row.number}, ${certificateKindNames[row.kind].toLowerCase()}`,
            path: `${billingPath(id)}&certificate=${row.id}`,
            figure: { name: "certificate.billed", parameters: { id: row.id } },
          }),
        )
        return { value, records, formula: `${label}: ${added(records, USD, "certificates")}` }
      }),
  })
}

const billed = figure("certificate.billed", {
  label: "Amount billed by a certificate before tax",
  unit: USD,
  needs: ["id"],
  may,
  document: { pattern: /^CERT-\d{4}-\d{4,}$/i, sql: "select id from certificate where certificate_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(CertificateAnswer, certificateList(who), id, "Certificate")
      const { certificateNumber, certified, retention, recovered, billed: value, projectId } = of
      return {
        value,
        formula: `${certificateNumber}: ${said(certified, USD)} certified + ${said(retention, USD)} retention − ${said(recovered, USD)} of the advance recovered = ${said(value, USD)}`,
        inputs: of.lines.filter(({ amount }) => amount !== "0.00").map(({ item, description, amount }) => ({ label: `${item} ${description}`, value: amount })),
        records: [
          { stream: `certificate/${id}`, title: certificateNumber, value, path: `${billingPath(projectId)}&certificate=${id}` },
          ...(of.invoiceId
            ? [
                {
                  stream: `invoice/${of.invoiceId}`,
                  title: of.invoiceNumber ?? `Draft ${of.invoiceId}`,
                  value: of.invoiceTotal,
                  path: `/invoices?view=all&open=${of.invoiceId}`,
                  figure: { name: "invoice.total", parameters: { id: of.invoiceId } },
                },
              ]
            : []),
        ],
      }
    }),
})

const position = figure("constructionWip.position", {
  label: "Earned but not billed on a contract at the end of a month",
  unit: USD,
  needs: ["id", "projectId"],
  may: ["finance.departmental", "finance.full"],
  explain: ({ id, projectId }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(WipAnswer, wipList(who), id, "Work in progress")
      const line = of.lines.find((line) => line.projectId === projectId)
      if (!line) return yield* Effect.fail(notFound(`This project was not part of the work in progress of ${of.period}`))
      const say = (name: "actual" | "forecast" | "earned" | "contractValue" | "certified" | "position") => said(line[name], USD)
      return {
        value: line.position,
        formula: `By ${of.date}, ${say("actual")} of ${say("forecast")} was spent, so ${say("earned")} of ${say("contractValue")} was earned; less ${say("certified")} certified = ${say("position")}`,
        inputs: [
          { label: "Earned", value: line.earned },
          { label: "Certified", value: `-${line.certified}`, figure: { name: "constructionContract.certified", parameters: { id: projectId } } },
        ],
        records: [{ stream: `contract_wip/${id}`, title: `Work in progress of ${of.period}`, value: line.position, path: billingPath(projectId) }],
      }
    }),
})

const notBilled = figure("construction.notBilled", {
  label: "Construction income earned by progress, less billings",
  unit: USD,
  needs: ["day"],
  takes: ["siteId"],
  may: ["finance.departmental", "finance.full"],
  explain: ({ day, siteId }) =>
    Effect.gen(function* () {
      const inputs = yield* partsBy(
        USD,
        { id: col.whole, number: col.text, earned: col.text, certified: col.text },
        `select p.project_id as id, p.project_number as number, es.money(p.earned) as earned, es.money(p.certified) as certified, p.amount
         from (${positionsSql}) p where p.amount <> 0 and ($2::bigint is null or p.site_id = $2) order by p.project_number`,
        [day, siteId ?? null],
        ({ id, number, earned, certified }) => ({
          label: `${number}: ${said(earned, USD)} earned by its progress, ${said(certified, USD)} certified`,
          figure: { name: "constructionContract.certified", parameters: { id } },
        }),
      )
      return { value: inputs.sum, inputs, formula: `Contracts on ${day}, earned less certified: ${added(inputs, USD, "contracts")}` }
    }),
})

export const constructionMoneyFigures = [
  notBilled,
  budget,
  overCodes("committed", "Committed on a project"),
  overCodes("forecast", "Forecast of a project"),
  ...(Object.keys(wordsOf) as ReadonlyArray<Sums>).map((name) => ofCode(name, `${wordsOf[name]}, of a cost code`)),
  cost,
  ofContract("value"),
  ofContract("certified"),
  ofContract("billed"),
  ofContract("retained"),
  billed,
  position,
]
