/** Reads the whole log again, compares it with its seals, and reports the result in words. */
import { Button } from "@ops/platform/ui/button.tsx"
import { formatInstant, formatTime } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { HeadActs } from "@ops/platform/ui/layers/head.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useQuery } from "@tanstack/react-query"
import { Check, CircleAlert, CircleCheck, CircleDashed } from "lucide-react"
import { type ReactNode, useState } from "react"
import { OpenEvent } from "../../events/web/open-event.tsx"
import { ask, pathOf, useCommand } from "../../web/client.ts"
import { LatestChanges } from "./latest-changes.tsx"
import { count, position } from "../../web/labels.ts"
import type { SealsAnswer, VerifiedAnswer } from "../contract.ts"

type State = (typeof SealsAnswer.Type)["state"]
interface Done {
  readonly of: typeof VerifiedAnswer.Type
  readonly at: Date
  readonly seconds: number
}

interface VerificationProps {
  readonly state: State
  /** shown next to the button, in the head */
  readonly besides: ReactNode
  /** shown under the checks, also once the log has been found unchanged; and beside them */
  readonly children: (isVerified: boolean) => ReactNode
  readonly aside: ReactNode
}

export const Verification = ({ state, besides, children, aside }: VerificationProps) => {
  const [done, setDone] = useState<Done>()
  const verify = useCommand("POST /api/audit/verify", { failed: "Failed to verify the log" })
  const start = async () => {
    const began = Date.now()
    const of = await verify.run(undefined)
    if (of) setDone({ of, at: new Date(), seconds: (Date.now() - began) / 1000 })
  }
  useKeys("Audit", inThePast ? {} : { v: ["Verify the log", () => void start()] })
  const seals = useQuery({
    queryKey: [pathOf("GET /api/audit/seals"), "progress"],
    queryFn: ({ signal }) => ask("GET /api/audit/seals", { query: { limit: "1" }, signal }),
    enabled: verify.pending,
    refetchInterval: 400,
    gcTime: 0,
  })
  const reading = verify.pending ? (seals.data?.state.verifying ?? undefined) : undefined
  const tone = verify.pending || !done ? "waiting" : done.of.clean ? "good" : "bad"
  const Icon = { waiting: CircleDashed, good: CircleCheck, bad: CircleAlert }[tone]
  return (
    <>
      <HeadActs>
        {besides}
        {!inThePast && (
          <Button kind="primary" disabled={verify.pending} onClick={() => void start()}>
            {verify.pending ? (
              "Verifying..."
            ) : (
              <>
                Verify now <kbd aria-hidden>V</kbd>
              </>
            )}
          </Button>
        )}
      </HeadActs>
      <section className="panel audit-verified" data-tone={tone} aria-label="Verification" aria-live="polite">
        <Icon size={84} strokeWidth={1.25} aria-hidden />
        <div>
          <h2>{titleOf(verify.pending, done)}</h2>
          <p>{sentenceOf(state, verify.pending, done)}</p>
          {verify.pending && <progress className="audit-progress" aria-label="Events read" value={reading && reading.events / reading.total} />}
          <p className="muted">
            {done && !verify.pending && `Verified by you at ${formatTime(done.at)}, in ${done.seconds.toFixed(1)} s. `}
            You can verify it without us: the proof, which has our public key, and any copy of the log are enough.
          </p>
        </div>
        <p className="audit-events">
          <b className="num">{position(verify.pending ? (reading?.events ?? 0) : done ? done.of.events : state.sealedTo)}</b>
          <span className="muted">
            {verify.pending
              ? `${reading ? Math.floor((100 * reading.events) / reading.total) : 0}% of ${count(state.position, "event")}`
              : done
                ? `of ${count(done.of.events, "event")}`
                : `of ${position(state.position)} sealed`}
          </span>
        </p>
      </section>
      <div className="columns audit-columns">
        <div>
          {done && !verify.pending && <Findings of={done.of} />}
          {children(done?.of.clean === true && !verify.pending)}
        </div>
        <div>
          <LatestChanges />
          {aside}
        </div>
      </div>
    </>
  )
}

const titleOf = (isUnderWay: boolean, done: Done | undefined) => {
  if (isUnderWay) return "Reading the log..."
  if (!done) return "Not verified since you opened this page"
  return done.of.clean ? "The log is complete and unchanged" : "The log differs from what was sealed"
}

const sentenceOf = ({ position: last, sealedAt }: State, isUnderWay: boolean, done: Done | undefined) => {
  if (isUnderWay) return `${count(last, "event")} are read and recalculated. This takes a few seconds.`
  if (!done)
    return `Every event is read, recalculated and compared with its seal${sealedAt === null ? "" : `; the last seal is from ${formatInstant(sealedAt)}`}.`
  const { of } = done
  const span = of.first && of.last ? ` from ${formatInstant(of.first)} to ${formatInstant(of.last)}` : ""
  const read = `${count(of.events, "event")}${span} were read, recalculated and compared with ${count(of.seals, "seal")}`
  const [first] = of.findings
  return of.clean
    ? `${read}.`
    : `${read}. ${count(of.found, "event")} differ${of.found === 1 ? "s" : ""}, the first is event ${position(first?.position ?? 0)}.`
}

/** Checks; or, where the log has been changed, each event that differs. */
const Findings = ({ of }: Pick<Done, "of">) =>
  of.clean ? (
    <Panel title="What was checked">
      <Rows>
        {(
          [
            [`No event is missing, numbers 1 to ${position(of.position)}`, "0 gaps"],
            ["No event was changed after it was written", `${position(of.events)} match`],
            ["All seals are signed with our key", `${position(of.seals)} of ${position(of.seals)}`],
            of.clock.length === 0 && ["The clock never went back", "0 times"],
            of.outside !== null && ["Copies outside this server agree", `${position(of.outside)} of ${position(of.outside)}`],
          ] as const
        ).map(
          (row) =>
            row && (
              <Row key={row[0]} act={<span className="muted num">{row[1]}</span>}>
                <span className="audit-check">
                  <Check className="audit-tick" size={18} strokeWidth={2} aria-hidden /> {row[0]}
                </span>
              </Row>
            ),
        )}
      </Rows>
    </Panel>
  ) : (
    <Panel title="What differs" count={of.found}>
      <Rows>
        {of.findings.map((finding) => (
          <Row key={`${finding.position} ${finding.text}`} priority="critical" act={<OpenEvent position={finding.position} />}>
            <b>{finding.text}</b>
            <div className="muted">
              Event {position(finding.position)}
              {finding.record && `, ${finding.record}`}
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  )
