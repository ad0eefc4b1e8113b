import { Answer } from "../data/answer.tsx"
import type { Path } from "@ops/client/calls.ts"
import { useApiQuery } from "../data/data.ts"
import { Timeline, type TimelineEvent } from "./timeline.tsx"

/** What was changed, by whom and when, newest first. `path` returns a history. */
export const HistoryPart = ({ path, title = "History" }: { readonly path: Path<readonly TimelineEvent[]>; readonly title?: string }) => {
  const history = useApiQuery<readonly TimelineEvent[]>(path)
  return (
    <section className="part">
      <h3>{title}</h3>
      <Answer of={history} empty={{ title: "No changes yet" }}>
        {(events) => <Timeline events={[...events].sort((a, b) => Number(b.position) - Number(a.position))} />}
      </Answer>
    </section>
  )
}
