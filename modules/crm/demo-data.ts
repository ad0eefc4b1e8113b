/** The prospects of the demo scenario, with their activities. */
import type { activityOutcomes, activityTypes, CloseOutcome, industries, Stage } from "./labels.ts"

export const chief = "FO-CEO-001"
export const management = "FO-MGT-001"
export const supervisor = "FO-SUP-001"
export const cook = "FO-OPS-001"

type DemoActivity = readonly [
  daysAgo: number,
  type: (typeof activityTypes)[number],
  subject: string,
  minutes: number | null,
  outcome: (typeof activityOutcomes)[number] | null,
]
type Went = readonly [daysAgo: number, stage: Stage, outcome?: CloseOutcome, reason?: string]
interface Story {
  readonly company: string
  readonly contact: string
  readonly industry: (typeof industries)[number]
  /** dollars per year; null if not known yet */
  readonly value: number | null
  readonly probability: number
  readonly source: string
  readonly campaign?: "fair" | "digital"
  readonly who: string
  readonly from: number
  readonly went: ReadonlyArray<Went>
  readonly activities: ReadonlyArray<DemoActivity>
  /** days from today, and the purpose */
  readonly next?: readonly [number, string]
}
export const stories: ReadonlyArray<Story> = [
  {
    company: "Akobo Drilling Services",
    contact: "James Kuol Deng",
    industry: "oil_gas",
    value: 420_000,
    probability: 70,
    source: "Recommended by Nile Basin",
    who: management,
    from: 54,
    went: [
      [50, "qualified"],
      [41, "proposal"],
      [30, "negotiation"],
      [12, "closed_won", "contract", "Price and the kitchen at the rig convinced them"],
    ],
    activities: [
      [53, "call", "First call about the camp at block 5A", 20, "successful"],
      [47, "meeting", "Visit of our kitchen in Bentiu", 90, "successful"],
      [41, "proposal", "Offer for 140 heads sent", null, "follow_up_needed"],
      [30, "meeting", "Terms of payment talked over", 60, "successful"],
      [12, "call", "They sign", 15, "closed_won"],
    ],
  },
  {
    company: "Blue Nile Aviation",
    contact: "Sarah Achan",
    industry: "other",
    value: 96_000,
    probability: 60,
    source: "Trade fair",
    campaign: "fair",
    who: supervisor,
    from: 49,
    went: [
      [40, "qualified"],
      [26, "proposal"],
      [8, "closed_won", "trial", "Three months on trial at the airstrip"],
    ],
    activities: [
      [44, "call", "What they need at the airstrip", 25, "successful"],
      [26, "email", "Offer for two meals a day", null, "follow_up_needed"],
      [8, "meeting", "Trial agreed", 45, "closed_won"],
    ],
  },
  {
    company: "Pibor Relief Consortium",
    contact: "Anna Lindqvist",
    industry: "ngo",
    value: 150_000,
    probability: 50,
    source: "Website",
    campaign: "digital",
    who: management,
    from: 46,
    went: [
      [38, "proposal"],
      [15, "closed_lost", "no_budget", "Their donor cut the year's budget"],
    ],
    activities: [
      [43, "call", "Guest house of 60 beds", 30, "successful"],
      [38, "proposal", "Offer sent", null, "follow_up_needed"],
      [15, "email", "They stop for this year", null, "closed_lost"],
    ],
  },
  {
    company: "Sudd Petroleum",
    contact: "Peter Gatdet Riek",
    industry: "oil_gas",
    value: 1_150_000,
    probability: 40,
    source: "Tender",
    who: management,
    from: 43,
    went: [
      [35, "qualified"],
      [21, "proposal"],
      [9, "negotiation"],
    ],
    activities: [
      [40, "meeting", "Opening of the tender", 120, "successful"],
      [21, "proposal", "Bid handed in", null, "follow_up_needed"],
      [9, "meeting", "Short list: two are left", 75, "follow_up_needed"],
    ],
    next: [2, "Answer their questions on the bid"],
  },
  {
    company: "Juba Teaching Hospital",
    contact: "Dr Mary Poni",
    industry: "government",
    value: 260_000,
    probability: 45,
    source: "Recommended by a supplier",
    who: supervisor,
    from: 39,
    went: [
      [28, "qualified"],
      [17, "proposal"],
    ],
    activities: [
      [36, "call", "Kitchen and laundry", 20, "successful"],
      [17, "meeting", "Offer presented", 60, "follow_up_needed"],
    ],
    next: [-1, "Ask what the board decided"],
  },
  {
    company: "Kapoeta Gold",
    contact: "Ismail Osman",
    industry: "mining",
    value: 310_000,
    probability: 35,
    source: "Trade fair",
    campaign: "fair",
    who: management,
    from: 36,
    went: [[24, "qualified"]],
    activities: [
      [31, "call", "Camp for 80 from next year", 35, "successful"],
      [24, "email", "Our references sent", null, "follow_up_needed"],
    ],
    next: [0, "Call about the visit to the camp"],
  },
  {
    company: "Equatoria Roads",
    contact: "Wani Lo-Lado",
    industry: "construction",
    value: 185_000,
    probability: 55,
    source: "Cold call",
    who: cook,
    from: 33,
    went: [
      [22, "qualified"],
      [11, "negotiation"],
    ],
    activities: [
      [30, "call", "Mobile kitchen along the road", 15, "successful"],
      [11, "meeting", "Price per meal talked over", 50, "follow_up_needed"],
    ],
    next: [4, "Bring the draft contract"],
  },
  {
    company: "Ministry of Water Resources",
    contact: "Eng. Santo Lual",
    industry: "government",
    value: 75_000,
    probability: 25,
    source: "Tender",
    who: supervisor,
    from: 29,
    went: [[14, "closed_lost", "competitor", "A firm with its own trucks was cheaper"]],
    activities: [
      [27, "email", "Papers of the tender asked for", null, null],
      [14, "call", "Result of the tender", 10, "closed_lost"],
    ],
  },
  {
    company: "Greater Upper Nile Camps",
    contact: "Nyaboth Chuol",
    industry: "oil_gas",
    value: 540_000,
    probability: 50,
    source: "Website",
    campaign: "digital",
    who: management,
    from: 25,
    went: [
      [18, "qualified"],
      [6, "proposal"],
    ],
    activities: [
      [22, "call", "Three camps, 220 heads", 40, "successful"],
      [6, "proposal", "Offer for all three sent", null, "follow_up_needed"],
    ],
    next: [5, "Ask how the offer was taken"],
  },
  {
    company: "Lakes State Clinics",
    contact: "Rebecca Yar",
    industry: "ngo",
    value: 42_000,
    probability: 30,
    source: "Website",
    campaign: "digital",
    who: cook,
    from: 20,
    went: [[10, "qualified"]],
    activities: [[16, "call", "Cleaning of two clinics", 15, "follow_up_needed"]],
    next: [-3, "Send the price of cleaning"],
  },
  {
    company: "Torit Cement",
    contact: "Hassan Ali",
    industry: "construction",
    value: 120_000,
    probability: 20,
    source: "Trade fair",
    campaign: "fair",
    who: supervisor,
    from: 15,
    went: [],
    activities: [[12, "email", "Brochure sent", null, null]],
  },
  {
    company: "Bor Agricultural Scheme",
    contact: "John Malou",
    industry: "other",
    value: null,
    probability: 20,
    source: "Website",
    campaign: "digital",
    who: cook,
    from: 9,
    went: [],
    activities: [],
    next: [1, "First call"],
  },
  {
    company: "Nasir River Transport",
    contact: "Gabriel Duop",
    industry: "other",
    value: 58_000,
    probability: 40,
    source: "Recommended by a driver",
    who: management,
    from: 5,
    went: [[2, "qualified"]],
    activities: [[2, "call", "Meals on the barges", 25, "successful"]],
  },
  {
    company: "Western Equatoria Timber",
    contact: "Grace Mboro",
    industry: "other",
    value: 65_000,
    probability: 30,
    source: "Cold call",
    who: supervisor,
    from: 3,
    went: [],
    activities: [[1, "call", "They call back next week", 10, "follow_up_needed"]],
    next: [6, "They are back from the forest"],
  },
]
