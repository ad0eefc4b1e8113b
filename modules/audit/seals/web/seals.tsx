import { read, saveFile } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { formatInstant, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { ChoiceMenu } from "@ops/platform/ui/layers/menu.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { LogSeal, SealsAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { count, position } from "../../web/labels.ts"
import { Verification } from "./verification.tsx"

type Seal = typeof LogSeal.Type
type State = (typeof SealsAnswer.Type)["state"]

const atOnce = 50
const path = pathOf("GET /api/audit/seals")
const kindWords = { day: "End of day", month: "End of month" } as const

/** Shortens a root for display: 9f2c 71ae 04d8 … c3b1. */
const shortRoot = (root: string) => `${root.slice(0, 12).replace(/(.{4})(?!$)/g, "$1 ")} … ${root.slice(-4)}`

/** The seals of the log: the position up to which it is sealed, the key, and the signed notes to store elsewhere. */
export const Seals = () => {
  const [kind, setKind] = useAddress("kind")
  const list = useInfiniteQuery({
    queryKey: [path, { kind }, "seals"],
    queryFn: ({ pageParam, signal }) => read<typeof SealsAnswer.Type>(path, { kind, limit: atOnce, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ seals }) => (seals.length === atOnce ? seals.at(-1)?.id : undefined),
    staleTime: 0,
  })
  if (list.isPending) return <Loading rows={6} label="Loading seals..." />
  if (list.isError) return <ErrorPanel error={list.error} retry={() => void list.refetch()} />
  const seals = list.data.pages.flatMap((page) => page.seals)
  const { state } = list.data.pages[0]!
  return (
    <Standing state={state} seals={seals}>
      <Panel
        title="Seals"
        count={state.seals}
        actions={
          <ChoiceMenu
            label="Made at"
            align="end"
            value={kind ?? ""}
            onChange={(next) => void setKind(next || null)}
            options={[
              { value: "", label: "Every seal" },
              { value: "month", label: "The ends of months" },
              { value: "day,month", label: "The ends of days and months" },
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
              { id: "id", header: "Seal", cell: ({ id }) => <b className="num">{position(id)}</b> },
              {
                id: "at",
                header: "When",
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
              { id: "position", header: "To event", figure: (seal) => position(seal.position) },
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
              {
                id: "note",
                header: "Note",
                cell: ({ id, note }) => (
                  <button
                    type="button"
                    className="act"
                    aria-label={`Download seal ${id}`}
                    onClick={() => saveFile(new Blob([note], { type: "text/plain" }), `seal-${id}.note`)}
                  >
                    Download
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
    </Standing>
  )
}

interface StandingProps {
  readonly state: State
  readonly seals: readonly Seal[]
  readonly children: ReactNode
}
const Standing = ({ state, seals, children }: StandingProps) => {
  const { publicKey } = state
  return (
    <Verification
      state={state}
      besides={
        <>
          {publicKey && <Button onClick={() => saveFile(new Blob([publicKey], { type: "text/plain" }), "seal.pub")}>Public key</Button>}
          {seals.length > 0 && (
            <Button
              onClick={() =>
                saveFile(
                  new Blob(
                    [
                      [...seals]
                        .reverse()
                        .map(({ note }) => note)
                        .join("\n"),
                    ],
                    { type: "text/plain" },
                  ),
                  "seals.notes",
                )
              }
            >
              Download {count(seals.length, "seal")}
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

const Facts = ({ of: state }: { readonly of: State }) => (
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
          <code key="key" className="audit-code">
            {state.keyId}
          </code>,
        ],
      ]}
    />
    <p className="audit-hint muted">
      Verify the log with the button above, or independently with seal notes and a public key kept elsewhere:{" "}
      <code className="audit-code">ops audit verify --notes seals.notes --key seal.pub</code>
    </p>
  </Panel>
)
