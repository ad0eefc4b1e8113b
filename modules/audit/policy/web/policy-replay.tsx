import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay, today, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import type { LimitKind } from "../policy.ts"
import type { PolicyReplay as PolicyReplayAnswer } from "../../contract.ts"
import { OpenEvent, Stream } from "../../events/web/open-event.tsx"
import { pathOf } from "../../web/client.ts"
import { ChoiceAsked, DayAsked, Fields, TextAsked } from "../../web/fields.tsx"
import { count, useLog, useWords } from "../../web/labels.ts"

type Replay = typeof PolicyReplayAnswer.Type

const kinds: Readonly<Record<LimitKind, string>> = {
  expense: "Expenses",
  petty_cash: "Petty cash",
  purchase: "Purchases",
  journal: "Journal entries",
}
const limitKinds = Object.keys(kinds) as ReadonlyArray<LimitKind>
const deciding = [6, 7, 8, 10]
const days = (number: number) => count(number, "day")

/** Another approval limit, or a separation of two duties, applied to the decisions of the chosen days: what it would have stopped. */
export const PolicyReplay = () => {
  const words = useWords().data
  const [from] = useAddress("from")
  const [to] = useAddress("to")
  const [rule] = useAddress("rule")
  const [level] = useAddress("level")
  const [upTo] = useAddress("upTo")
  const [first] = useAddress("first")
  const [second] = useAddress("second")
  const kind = limitKinds.find((each) => each === rule)
  const chain = words?.chains.find((each) => each.chain === rule?.replace("chain:", ""))
  const isAsked = kind ? level && upTo : chain && first && second && first !== second
  const replay = useLog<Replay>(isAsked ? pathOf("GET /api/audit/policy") : null, {
    ...(from && { from }),
    ...(to && { to }),
    ...(kind && level && upTo && { kind, level, upTo }),
    ...(!kind && chain && first && second && { chain: chain.chain, first, second }),
  })
  const duties = chain?.duties.map(({ duty, label }) => ({ value: duty, label })) ?? []
  return (
    <>
      <Fields label="Another rule">
        <DayAsked name="from" label="From" fallback={`${today().slice(0, 8)}01`} />
        <DayAsked name="to" label="To" fallback={today()} />
        <ChoiceAsked
          name="rule"
          label="Rule"
          none="Choose a rule"
          options={[
            ...limitKinds.map((value) => ({ value, label: kinds[value], group: "Approval limit" })),
            ...(words?.chains.map(({ chain, label }) => ({ value: `chain:${chain}`, label, group: "One person cannot do both" })) ?? []),
          ]}
        />
        {kind && (
          <>
            <ChoiceAsked name="level" label="Level" none="Choose a level" options={deciding.map((of) => ({ value: String(of), label: `Level ${of}` }))} />
            <TextAsked name="upTo" label="Up to (USD)" placeholder="2500.00" />
          </>
        )}
        {!kind && chain && (
          <>
            <ChoiceAsked name="first" label="First duty" none="Choose a duty" options={duties} />
            <ChoiceAsked name="second" label="Second duty" none="Choose a duty" options={duties.filter(({ value }) => value !== first)} />
          </>
        )}
      </Fields>
      <Panel title="Policy replay">
        {isAsked ? (
          <Answer of={replay} rows={4} loading="Replaying...">
            {(of) => <Stopped of={of} />}
          </Answer>
        ) : (
          <EmptyState
            title="What would a different rule have prevented?"
            text="Choose a limit or two duties. Decisions of these days are checked against it."
            small
          />
        )}
      </Panel>
    </>
  )
}

const Stopped = ({ of }: { readonly of: Replay }) => (
  <>
    <p className="audit-verdict" data-could={of.count === 0} role="status">
      <b>
        {of.count} of {count(of.checked, "decision")} stopped
        {of.amountUsd !== null && of.count > 0 && `, ${formatMoney(of.amountUsd, "USD")}`}.
      </b>{" "}
      {of.rule}, from {formatDay(of.from)} to {formatDay(of.to)}.{" "}
      {of.count > 0 &&
        (of.usualDays === null
          ? "No decision in these days shows how long another person would have taken."
          : `Another person usually took ${days(of.usualDays)}: together ${days(of.extraDays)} of waiting more.`)}
    </p>
    {of.stopped.length > 0 && (
      <DataTable<Replay["stopped"][number]>
        label="Decisions that would have been stopped"
        rows={of.stopped}
        rowId={(row) => String(row.position)}
        columns={[
          { id: "record", header: "Record", cell: (row) => <Stream stream={row.stream} record={row.record} />, grows: true },
          { id: "by", header: "Who", cell: ({ by }) => by },
          ...(of.amountUsd === null
            ? []
            : [{ id: "amount", header: "Amount", money: ({ amountUsd }: Replay["stopped"][number]) => ({ amount: amountUsd, currency: "USD" }) }]),
          { id: "waited", header: "Waited", figure: ({ waitedDays }) => days(waitedDays) },
          { id: "extra", header: "Longer", figure: ({ extraDays }) => (extraDays === null ? "Unknown" : days(extraDays)) },
          { id: "at", header: "When", cell: ({ at }) => <When at={at} exact /> },
          { id: "event", header: "Event", cell: (row) => <OpenEvent position={row.position} /> },
        ]}
      />
    )}
  </>
)
