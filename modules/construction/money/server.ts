/** The handlers of the calls for project budgets and billing. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { holds } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { type ListAsked, listAnswer, type ListShape, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid, notFound, type Rejection } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { periodTitle } from "@ops/ledger/periods/period.ts"
import { setBoq } from "../billing/boq.ts"
import { billAdvance, certificates, certify, claimProgress, rejectClaim, releaseRetention } from "../billing/certificate.ts"
import { chargeableSql } from "../closing.ts"
import { closeCommitment, commitments, linkCommitment } from "../budget/commitment.ts"
import { agreeContract, projectContracts } from "../billing/contract-terms.ts"
import { costCodes as codes } from "../cost-codes/cost-code.ts"
import { costCodes } from "../cost-codes/resource.ts"
import { ConstructionBillingApi } from "../billing/contract.ts"
import { ConstructionBudgetApi } from "../budget/contract.ts"
import { budgetList, certificateList, changeList, commitmentList, contractList, costList } from "./queries.ts"
import { approveChange, askChange, budgetChanges, estimateCompletion, projectBudgets, rejectChange, setBudget } from "../budget/project-budget.ts"
import { chargeBill, chargeLabour, chargeStock, moveCost, recodeCost, takeBackCost } from "../budget/project-cost-commands.ts"
import { projectCosts } from "../budget/project-cost.ts"
import { postWip, wipOf } from "../wip/wip.ts"
import { contractsAt, wipList } from "../wip/queries.ts"

const budgets = answering(projectBudgets, budgetList)
const changes = answering(budgetChanges, changeList)
const costs = answering(projectCosts, costList)
const orders = answering(commitments, commitmentList)
const contracts = answering(projectContracts, contractList)
const certified = answering(certificates, certificateList)

const oneProject = (who: SignedIn, id: number, list: (who: SignedIn) => ListShape) => rowAnswer(list(who), id, "Construction project")
/** Refuses a project that the caller may not see. */
const seen = (id: number) =>
  Effect.gen(function* () {
    if ((yield* mapDatabaseErrors(rowText(budgetList(yield* Who), id))) === undefined)
      return yield* Effect.fail(notFound(`Construction project ${id} does not exist`))
  })
/** A list of a project that the caller may see. */
const listOf = (id: number, name: string, list: (who: SignedIn, projectId?: number) => ListShape, query: ListAsked) =>
  Effect.andThen(
    seen(id),
    Effect.flatMap(Who, (who) => listAnswer(`/api/construction-projects/${id}/${name}`, list(who, id), query)),
  )
const note = (payload: { readonly note?: string | null | undefined } | null) => payload?.note ?? ""

const projectSql = sql({ project: col.whole }, "select project_id as project from project_cost where id = $1")

const BudgetLive = HttpApiBuilder.group(ConstructionBudgetApi, "constructionBudget", (handlers) =>
  handlers.handleAll({
    budget: ({ params: { id } }) => Effect.flatMap(Who, (who) => oneProject(who, id, budgetList)),
    setBudget: ({ params: { id }, payload: { lines, version } }) => budgets.executeAt(id, version, setBudget, { projectId: id, lines }),
    estimate: ({ params: { id }, payload }) =>
      budgets.execute(estimateCompletion, { projectId: id, costCodeId: payload.costCodeId, toComplete: payload.toComplete, note: note(payload) }),
    changes: ({ params: { id }, query }) => listOf(id, "changes", changeList, query),
    askChange: ({ params: { id }, payload: { reason, lines, contractAmount } }) =>
      changes.execute(askChange, { projectId: id, reason, lines, contractAmount: contractAmount ?? 0 }, 201),
    approveChange: ({ params: { id }, payload }) => changes.executeAt(id, payload?.version, approveChange, { id, note: note(payload) }),
    rejectChange: ({ params: { id }, payload }) => changes.execute(rejectChange, { id, note: payload.reason }),
    costs: ({ params: { id }, query }) => listOf(id, "costs", costList, query),
    charge: ({ params: { id }, payload }) => {
      const on = { projectId: id, costCodeId: payload.costCodeId }
      switch (payload.kind) {
        case "stock": {
          const { stockItemId, quantity, siteId = null } = payload
          return costs.execute(chargeStock, { ...on, stockItemId, quantity, siteId, note: note(payload) }, 201)
        }
        case "labour": {
          const { staffId, hours, date = null } = payload
          return costs.execute(chargeLabour, { ...on, staffId, minutes: Math.round((hours * 60) / 1000), date, note: note(payload) }, 201)
        }
        case "bill":
          return costs.execute(chargeBill, { ...on, payableId: payload.payableId, line: payload.line ?? 1 }, 201)
        case "moved": {
          const { account, amount, date = null, description } = payload
          return costs.execute(moveCost, { ...on, account, amount, date, description }, 201)
        }
      }
    },
    chargeable: ({ params: { id } }) =>
      handle(function* () {
        yield* seen(id)
        const who = yield* Who
        const { statement } = yield* Database
        const [row] = yield* statement(chargeableSql, [who.confinedTo, holds(who, "finance.full"), id])
        return jsonResponse(row!.body)
      }),
    recode: ({ params: { id }, payload: { costCodeId, projectId, reason } }) =>
      Effect.gen(function* () {
        const { statement } = yield* Database
        yield* costs.requireVisible(id)
        const [row] = yield* mapDatabaseErrors(statement(projectSql, [id]))
        return yield* costs.execute(recodeCost, { id, costCodeId, projectId: projectId ?? row?.project ?? 0, reason: reason ?? "" })
      }),
    takeBack: ({ params: { id }, payload: { reason } }) => costs.execute(takeBackCost, { id, reason }),
    reversal: ({ params: { id } }) => Effect.andThen(costs.requireVisible(id), reversalPreview(takeBackCost, { id }, { kinds: false })),
    commitments: ({ params: { id }, query }) => listOf(id, "commitments", commitmentList, query),
    commit: ({ params: { id }, payload }) => orders.execute(linkCommitment, { projectId: id, ...payload }, 201),
    closeCommitment: ({ params: { id }, payload }) => orders.executeAt(id, payload?.version, closeCommitment, { id, note: note(payload) }),
  }),
)

const codesSql = sql({ id: col.whole, code: col.text }, "select id, code from cost_code")

const CodesLive = resourceLive(costCodes, {
  codeHistory: () =>
    handle(function* () {
      const { statement } = yield* Database
      const known = yield* statement(codesSql, [])
      const all = yield* Effect.forEach(known, ({ id, code }) =>
        Effect.map(history(codes, id), (lines) =>
          lines.map((line) => (line.type === "CostCodeAdded" ? line : { ...line, text: `Cost code ${code}: ${line.text}` })),
        ),
      )
      return all.flat().sort((a, b) => b.position - a.position)
    }),
})

/** The answer of a dry run of posting a month's work in progress. */
const preview = (period: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const known = yield* contractsAt(period)
    const names = new Map((yield* statement("select id, name from construction_project", [])).map(({ id, name }) => [Number(id), name as string]))
    const lines = known.contracts.map(wipOf)
    const sum = (of: (position: number) => number) => formatMoney(lines.reduce((total, { position }) => total + of(position), 0))
    return jsonResponse(
      JSON.stringify({
        id: null,
        period,
        date: lastDayOf(period),
        underBilled: sum((position) => Math.max(0, position)),
        overBilled: sum((position) => Math.max(0, -position)),
        lines: lines.map(({ projectId, projectNumber, contractValue, actual, forecast, earned, certified, position }) => ({
          projectId,
          projectNumber,
          projectName: names.get(projectId) ?? "",
          contractValue: formatMoney(contractValue),
          actual: formatMoney(actual),
          forecast: formatMoney(forecast),
          earned: formatMoney(earned),
          certified: formatMoney(certified),
          position: formatMoney(position),
        })),
        entries: [],
        postedByUser: null,
        createdAt: null,
      }),
    )
  })

const BillingLive = HttpApiBuilder.group(ConstructionBillingApi, "constructionBilling", (handlers) =>
  handlers.handleAll({
    boq: ({ params: { id } }) => Effect.flatMap(Who, (who) => oneProject(who, id, contractList)),
    setBoq: ({ params: { id }, payload: { lines, version } }) => {
      const asked = lines.map(({ id = null, costCodeId = null, ...line }) => ({ ...line, id, costCodeId }))
      return contracts.executeAt(id, version, setBoq, { projectId: id, lines: asked })
    },
    agree: ({ params: { id }, payload: { version, retentionRate, advanceAmount, recoveryRate, defectDays, taxCode, ...terms } }) =>
      contracts.executeAt(id, version, agreeContract, {
        projectId: id,
        ...terms,
        retentionRate: retentionRate ?? 0,
        advanceAmount: advanceAmount ?? 0,
        recoveryRate: recoveryRate ?? 0,
        defectDays: defectDays ?? 0,
        taxCode: taxCode || "SALES",
      }),
    certificates: ({ params: { id }, query }) => listOf(id, "certificates", certificateList, query),
    claim: ({ params: { id }, payload }) =>
      certified.execute(claimProgress, { projectId: id, periodTo: payload.periodTo ?? null, done: payload.done, note: note(payload) }, 201),
    billAdvance: ({ params: { id }, payload }) => certified.execute(billAdvance, { projectId: id, note: note(payload) }, 201),
    releaseRetention: ({ params: { id }, payload }) => certified.execute(releaseRetention, { projectId: id, note: note(payload) }, 201),
    certify: ({ params: { id }, payload }) => certified.executeAt(id, payload?.version, certify, { id, note: note(payload) }),
    rejectClaim: ({ params: { id }, payload: { reason } }) => certified.execute(rejectClaim, { id, reason }),
    wip: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/construction-wip", wipList(who), query)),
    postWip: ({ payload: { period }, query: { dryRun } }) =>
      handle(function* () {
        const who = yield* Who
        yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
        if (lastDayOf(period) >= who.today) return yield* Effect.fail(invalid(`${periodTitle(period)} is not over`))
        if (dryRun === "true") return yield* preview(period)
        const { version, contracts } = yield* contractsAt(period)
        // costs and certificates between the read and the commit are caught by the checklist, and included in the next run
        const { id } = yield* execute(postWip, { period, version, contracts }, who)
        return yield* rowAnswer(wipList(who), id, "Work in progress")
      }),
  }),
)

export const ConstructionMoneyLive = Layer.mergeAll(CodesLive, BudgetLive, BillingLive)
