import { read, saveFile, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { formatInstant, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { ChoiceMenu } from "@ops/platform/ui/layers/menu.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import type { LogSeal, SealsAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { count, position } from "../../web/labels.ts"
import { Verification } from "./verification.tsx"

type Seal = typeof LogSeal.Type
type State = (typeof SealsAnswer.Type)["state"]

const atOnce = 50
const path = pathOf("GET /api/audit/seals")
const ends = "day,month"
const kindWords = { day: "End of day", month: "End of month" } as const

/** Shortens a root for display: 9f2c 71ae 04d8 … c3b1. */
const shortRoot = (root: string) => `${root.slice(0, 12).replace(/(.{4})(?!$)/g, "$1 ")} … ${root.slice(-4)}`

/** The seals of the log: the position up to which it is sealed, the key, and the signed notes to store elsewhere. */
export const Seals = () => {
  const [chosen, setKind] = useAddress("kind")
  // a new installation has sealed no end of a day yet
  const [isYoung, setYoung] = useState(false)
  const kind = chosen ?? (isYoung ? "" : ends)
  const list = useInfiniteQuery({
    queryKey: [path, { kind }, "seals"],
    queryFn: ({ pageParam, signal }) => read<typeof SealsAnswer.Type>(path, { kind, limit: atOnce, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ seals }) => (seals.length === atOnce ? seals.at(-1)?.id : undefined),
    staleTime: 0,
  })
  const isEmpty = list.data?.pages[0]?.seals.length === 0
  useEffect(() => {
    if (isEmpty && chosen === null) setYoung(true)
  }, [isEmpty, chosen])
  if (list.isPending) return <Loading rows={6} label="Loading seals..." />
  if (list.isError) return <ErrorPanel error={list.error} retry={() => void list.refetch()} />
  const seals = list.data.pages.flatMap((page) => page.seals)
  const { state } = list.data.pages[0]!
  return (
    <Standing state={state} seals={seals}>
      {(isVerified) => (
        <Panel
          title="Seals"
          besides={kind === ends ? "at the end of each day and month" : count(state.seals, "seal")}
          actions={
            <ChoiceMenu
              label="Made at"
              align="end"
              value={kind}
              onChange={(next) => void setKind(next)}
              options={[
                { value: "", label: "Every seal" },
                { value: "month", label: "The ends of months" },
                { value: ends, label: "The ends of days and months" },
              ]}
            />
          }
        >
          {seals.length === 0 ? (
            <EmptyState title={kind ? "No seal of this kind yet" : "No seal yet"} text="New events are sealed every few seconds." small />
          ) : (
            <DataTable<Seal>
              label="Seals, newest first"
              rows={seals}
              rowId={({ id }) => String(id)}
              columns={[
                {
                  id: "at",
                  header: "Sealed",
                  cell: ({ at, kind }) => (
                    <>
                      <When at={at} exact />{" "}
                      {kind !== "new" && (
                        <span className="badge" data-accent-color="gray">
                          {kindWords[kind]}
                        </span>
                      )}
                    </>
                  ),
                },
                { id: "position", header: "Events", figure: (seal) => position(seal.position) },
                {
                  id: "root",
                  header: "Root",
                  cell: ({ root }) => (
                    <code className="audit-code" title={root}>
                      {shortRoot(root)}
                    </code>
                  ),
                  grows: true,
                },
                ...(isVerified ? [{ id: "state", header: "State", cell: () => <StatusMark status="approved" label="Verified" /> }] : []),
                {
                  id: "note",
                  header: "Note",
                  cell: ({ id, note }: Seal) => (
                    <button
                      type="button"
                      className="plain-icon"
                      aria-label={`Download seal ${id}`}
                      title="Download its signed note"
                      onClick={() => saveFile(new Blob([note], { type: "text/plain" }), `seal-${id}.note`)}
                    >
                      <Download size={16} strokeWidth={1.75} aria-hidden />
                    </button>
                  ),
                },
              ]}
            />
          )}
          {list.hasNextPage && (
            <p className="audit-more">
              <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {list.isFetchingNextPage ? "Loading..." : "Earlier seals"}
              </Button>
            </p>
          )}
        </Panel>
      )}
    </Standing>
  )
}

interface StandingProps {
  readonly state: State
  readonly seals: readonly Seal[]
  readonly children: (isVerified: boolean) => ReactNode
}
const Standing = ({ state, seals, children }: StandingProps) => {
  return (
    <Verification
      state={state}
      besides={
        <>
          {seals.length > 0 && (
            <Button onClick={() => void saveProof(state)}>
              <Download size={16} strokeWidth={1.75} aria-hidden /> Download proof
            </Button>
          )}
        </>
      }
      aside={<Facts of={state} />}
    >
      {children}
    </Verification>
  )
}

/** The public key, the seals of days and months and the last one, and how they are compared with a copy of the log: in one file. */
const saveProof = async ({ publicKey, position: last, origin }: State) => {
  try {
    const found = await Promise.all([read<typeof SealsAnswer.Type>(path, { kind: ends, limit: 1000 }), read<typeof SealsAnswer.Type>(path, { limit: 1 })])
    const seals = new Map(found.flatMap((page) => page.seals).map(({ id, note }) => [id, note]))
    const notes = [...seals].sort(([one], [other]) => one - other).map(([, note]) => note)
    const head = `Proof of the log ${origin ?? ""} up to event ${last}: the public key of its seals, and ${count(notes.length, "signed seal")}.

To compare a copy of the log with it, on any computer and without our server:
  ops audit verify --file log.ndjson --key log.proof --notes log.proof
A copy of the log is made with: ops audit export log.ndjson

${publicKey}`
    saveFile(new Blob([[...(publicKey === null ? [] : [head]), ...notes].join("\n")], { type: "text/plain" }), "log.proof")
  } catch (error) {
    notify.error(sentenceOf(error))
  }
}

const Facts = ({ of: { publicKey, ...state } }: { readonly of: State }) => (
  <Panel title="Log integrity" padded>
    <KeyValues
      of={[
        [
          "State",
          state.unsealed === 0 ? (
            <StatusMark key="state" status="completed" label="All events sealed" />
          ) : (
            <StatusMark key="state" status="pending" label={`${count(state.unsealed, "event")} not sealed yet`} />
          ),
        ],
        ["Sealed to", state.sealedTo === 0 ? "Nothing yet" : `event ${position(state.sealedTo)} of ${position(state.position)}`],
        state.sealedAt !== null && ["Last seal", formatInstant(state.sealedAt)],
        state.origin !== null && [
          "Log",
          <code key="log" className="audit-code">
            {state.origin}
          </code>,
        ],
        state.keyId !== null && [
          "Key",
          <span key="key" className="line">
            <code className="audit-code">{state.keyId}</code>
            {publicKey && (
              <button type="button" className="link" onClick={() => saveFile(new Blob([publicKey], { type: "text/plain" }), "seal.pub")}>
                Public key
              </button>
            )}
          </span>,
        ],
      ]}
    />
    <p className="audit-hint muted">
      Verify the log with the button above, or independently with a proof kept elsewhere:{" "}
      <code className="audit-code">ops audit verify --notes log.proof --key log.proof</code>
    </p>
  </Panel>
)
