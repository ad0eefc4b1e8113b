/** Sales and marketing in the demo scenario: prospects in every stage with their activities, campaigns, budgets and targets of two months. */
import { Effect } from "effect"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { setMarketingBudget } from "./budgets/marketing-budget.ts"
import { chargeCost, planCampaign, stepCampaign } from "./campaigns/marketing-campaign.ts"
import { setTarget } from "./marketing/marketing-target.ts"
import { addProspect, assignProspect, convertProspect, logActivity, moveProspect, planFollowUp } from "./prospects/commands.ts"
import { chief, cook, management, stories, supervisor } from "./demo-data.ts"
import type { costKinds } from "./labels.ts"

interface Moment {
  readonly day: string
  readonly time: string
  readonly tell: Effect.Effect<unknown, unknown>
}

const peopleSql = sql({ id: col.whole, employeeId: col.text }, 'select id, employee_id as "employeeId" from person')

export const crmDemo = ({ as, execute, days, until, scale }: Scenario) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const people = new Map((yield* statement(peopleSql, [])).map(({ id, employeeId }) => [employeeId, id]))
    const today = days.at(-1)!
    const first = days[0]!
    const day = (daysAgo: number) => (addDays(today, -daysAgo) < first ? first : addDays(today, -daysAgo))
    const campaigns = new Map<string, number>()
    const moments: Array<Moment> = []
    const tell = (at: string, time: string, effect: Effect.Effect<unknown, unknown>) => moments.push({ day: at, time, tell: effect })

    const campaign = (
      key: string,
      who: string,
      daysAgo: number,
      given: Pick<Parameters<typeof planCampaign.decide>[0], "name" | "description" | "campaignType" | "budget" | "targetAudience" | "expectedLeads">,
      from: number,
      to: number,
      then: ReadonlyArray<"active" | "completed">,
    ) => {
      const facts = { ...given, startDate: addDays(today, from), endDate: addDays(today, to), managedBy: people.get(who)! }
      tell(
        day(daysAgo),
        "08:05",
        Effect.gen(function* () {
          campaigns.set(key, yield* execute(`campaign-${key}`, planCampaign, facts, as(who, day(daysAgo), "08:05")))
        }),
      )
      for (const status of then) {
        const on = addDays(today, status === "active" ? from : to)
        tell(
          on < first ? first : on,
          "08:15",
          Effect.suspend(() =>
            execute(`campaign-${key}-${status}`, stepCampaign, { id: campaigns.get(key)!, status, reason: "" }, as(who, on < first ? first : on, "08:15")),
          ),
        )
      }
    }
    campaign(
      "fair",
      chief,
      58,
      {
        name: "Juba trade fair",
        description: "A stand for three days, with a tasting",
        campaignType: "event",
        budget: 3_000_00,
        targetAudience: "Camps and contractors in Juba",
        expectedLeads: 6,
      },
      -57,
      -28,
      ["active", "completed"],
    )
    campaign(
      "digital",
      management,
      48,
      {
        name: "Camps online",
        description: "Our website and advertisements in the sector's letter",
        campaignType: "digital",
        budget: 1_800_00,
        targetAudience: "Heads of operations of oil field services",
        expectedLeads: 8,
      },
      -47,
      30,
      ["active"],
    )
    campaign(
      "dry-season",
      management,
      10,
      {
        name: "Dry season visits",
        description: "Visits of the sites when the roads are open",
        campaignType: "referral",
        budget: 2_400_00,
        targetAudience: "Clients of our clients",
        expectedLeads: 5,
      },
      12,
      70,
      [],
    )

    for (let round = 0; round < scale; round++) {
      const earlier = round * 60
      for (const [n, { company, contact, industry, value, probability, source, campaign: by, who, from, went, activities, next }] of stories.entries()) {
        const key = `prospect-${round === 0 ? "" : `${round}-`}${n}`
        let id = 0
        const facts = {
          companyName: round === 0 ? company : `${company}, block ${round + 1}`,
          contactPerson: contact,
          email: `${contact.split(" ").at(-1)!.toLowerCase()}@${company.split(" ")[0]!.toLowerCase()}.example.com`,
          phone: `+211 92${n % 10} ${100 + n * 37} ${200 + n * 53}`,
          address: null,
          industry,
          estimatedValue: value === null ? null : value * 100,
          probability,
          source,
          notes: "",
        }
        const at = (daysAgo: number) => day(daysAgo + earlier)
        const minute = String(n).padStart(2, "0")
        tell(
          at(from),
          `09:${minute}`,
          Effect.gen(function* () {
            const given = {
              ...facts,
              campaignId: round === 0 && by ? (campaigns.get(by) ?? null) : null,
              stage: "lead",
              outcome: null,
              reason: null,
              assignedTo: null,
            } as const
            id = yield* execute(key, addProspect, given, as(who, at(from), `09:${minute}`))
          }),
        )
        for (const [daysAgo, activityType, subject, duration, outcome] of activities) {
          tell(
            at(daysAgo),
            `14:${minute}`,
            Effect.suspend(() => {
              const by = as(who, at(daysAgo), `14:${minute}`)
              const given = { prospectId: id, activityType, subject, description: "", activityDate: by.at, duration, outcome, move: null }
              return execute(`${key}-did-${daysAgo}`, logActivity, given, by)
            }),
          )
        }
        for (const [daysAgo, stage, outcome = null, reason = null] of went) {
          tell(
            at(daysAgo),
            `15:${minute}`,
            Effect.suspend(() => execute(`${key}-${stage}`, moveProspect, { id, stage, outcome, reason }, as(who, at(daysAgo), `15:${minute}`))),
          )
        }
        if (next && round === 0) {
          // a follow-up overdue today was planned before its date
          const planned = day(Math.max(1, -next[0]))
          const on = addDays(today, next[0])
          tell(
            planned,
            `16:${minute}`,
            Effect.suspend(() => execute(`${key}-next`, planFollowUp, { id, nextFollowUp: on, note: next[1] }, as(who, planned, `16:${minute}`))),
          )
        }
        if (round === 0 && n === 11)
          tell(
            day(4),
            "10:30",
            Effect.suspend(() => execute(`${key}-given`, assignProspect, { id, assignedTo: people.get(supervisor)! }, as(management, day(4), "10:30"))),
          )
        if (n === 0)
          tell(
            at(10),
            "11:20",
            Effect.suspend(() => execute(`${key}-client`, convertProspect, { id, clientId: null }, as(management, at(10), "11:20"))),
          )
      }
    }

    const months = [monthOf(addDays(`${monthOf(today)}-01`, -1)), monthOf(today)]
    for (const [n, month] of months.entries()) {
      const [year, of] = month.split("-").map(Number) as [number, number]
      const on = `${month}-01` < first ? first : `${month}-01`
      const by = as(chief, on, "07:30")
      const allocated = { campaigns: 200_000, marketing_materials: 40_000, entertainment: 25_000, marketing: 150_000 } as const
      for (const [category, allocatedAmount] of Object.entries(allocated) as ReadonlyArray<[keyof typeof allocated, number]>) {
        const budget = { category, allocatedAmount: allocatedAmount + n * 10_000, budgetPeriod: "monthly", year, month: of } as const
        tell(
          on,
          "07:30",
          Effect.suspend(() => execute(`marketing-budget-${month}-${category}`, setMarketingBudget, budget, by)),
        )
      }
      const targets = [
        [management, "revenue", 40_000_000],
        [supervisor, "activities", 8],
        [cook, "leads", 2],
        [management, "leads", 3],
      ] as const
      for (const [who, targetType, targetValue] of targets) {
        const target = { teamMemberId: people.get(who)!, targetType, targetValue, targetPeriod: "monthly", year, month: of } as const
        tell(
          on,
          "07:31",
          Effect.suspend(() => execute(`marketing-target-${month}-${who}-${targetType}`, setTarget, target, by)),
        )
      }
    }

    const order = ({ day, time }: Moment) => `${day} ${time}`
    for (const moment of moments.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))) yield* moment.tell

    // brochures and cards already in the books are charged to the campaigns
    const by = as(chief, today, "07:45")
    yield* until(by.at)
    const costs = yield* statement("select kind, source_id, number from marketing_spend order by date, number limit 3", [])
    for (const [n, { kind, source_id, number }] of costs.entries()) {
      const given = {
        kind: kind as (typeof costKinds)[number],
        sourceId: Number(source_id),
        number: number as string,
        campaignId: campaigns.get(n === 1 ? "digital" : "fair")!,
      }
      yield* execute(`campaign-cost-${n}`, chargeCost, given, by)
    }
  })
