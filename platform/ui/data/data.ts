import { QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import type { Query } from "@ops/client/calls.ts"
import { pauses } from "@ops/client/placing.ts"
import { KeptHere, mayRetryRead, type Method, newKey, read, readPage, sentenceOf, write } from "./api.ts"
import { isOffline, markSaving, markWritten, readAgain } from "./live.ts"
import { sessionKey } from "./session.tsx"
import { isEnrolled } from "./unsent.ts"
import { notify } from "../layers/notices.tsx"

/** The key of a query: its path and parameters. */
export type Key = readonly [path: string, query?: Query, shape?: string]

/** The app's single cache: nothing becomes stale by itself; live updates determine what to reload. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        retry: mayRetryRead,
        retryDelay: (failures) => pauses[failures]!,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        queryFn: ({ queryKey, signal }) => read((queryKey as unknown as Key)[0], (queryKey as unknown as Key)[1], signal),
      },
      mutations: { networkMode: "always" },
    },
  })

/** Reads `path`; `null` waits until the path is known. */
export const useApiQuery = <T>(path: string | null, query?: Query) =>
  useQuery<T>({ queryKey: query === undefined ? [path] : [path, query], enabled: path !== null })

/** The first rows of a list, and how many it has; `null` waits until the path is known. */
export const usePage = <T>(path: string | null, query?: Query) =>
  useQuery({ queryKey: [path, query, "page"], queryFn: ({ signal }) => readPage<T>(path!, query, signal), enabled: path !== null })

/** How many rows a list has, undefined until that is known; `null` waits until the path is known. */
export const useTotal = (path: string | null, query?: Query): number | undefined => usePage(path, { ...query, limit: 1 }).data?.total

export interface ApiMutation<Input, Answer> {
  readonly method: Method
  /** A fixed path (the input is the body) or one made from the input (no body unless `body` is given). */
  readonly path: string | ((input: Input) => string)
  readonly body?: (input: Input) => unknown
  /** Paths of lists to reload afterwards. */
  readonly lists?: readonly string[]
  /** The success message. */
  readonly done?: string | ((answer: Answer, input: Input) => string)
  /** The message if the server gives none of its own. */
  readonly failed?: string
  readonly onDone?: (answer: Answer, input: Input) => void
}

/**
 * One call as used by a button or form. A repeat of the same input after a failure has the same key, so that a call whose answer was lost is never
 * acted on twice. `send` rejects with `ApiError`; `run` shows the error and does not reject.
 */
export const useApiMutation = <Input, Answer = unknown>(act: ApiMutation<Input, Answer>) => {
  const queries = useQueryClient()
  const attempt = useRef<{ said: string; key: string }>(undefined)
  const mutation = useMutation<Answer, unknown, Input>({
    mutationFn: async (input) => {
      const path = typeof act.path === "string" ? act.path : act.path(input)
      const body = act.body ? act.body(input) : typeof act.path === "string" ? input : undefined
      // a file that was kept while offline goes with a signed act, also when the connection is back
      const hasKept = Object.values(body ?? {})
        .flat()
        .some((value) => typeof value === "number" && value < 0)
      if (isEnrolled() && (isOffline() || hasKept)) {
        const { keepCall } = await import("../device/keep-call.ts")
        await keepCall(Number(queries.getQueryData<{ readonly id: string }>(sessionKey)!.id), act.method, path, body)
      }
      const said = JSON.stringify([path, body])
      if (attempt.current?.said !== said) attempt.current = { said, key: newKey() }
      markSaving()
      const answer = write<Answer>(act.method, path, body, { key: attempt.current.key })
      answer.then(
        () => markWritten(true),
        () => markWritten(false),
      )
      return answer
    },
    onSuccess: (answer, input) => {
      attempt.current = undefined
      void readAgain(queries, act.lists ?? [])
      if (act.done) notify.success(typeof act.done === "string" ? act.done : act.done(answer, input))
      act.onDone?.(answer, input)
    },
    onError: (error) => {
      if (!(error instanceof KeptHere)) return notify.error(sentenceOf(error, act.failed))
      return error.isDoubtful ? notify.provisional(error.message) : notify.success(error.message)
    },
  })
  return {
    send: mutation.mutateAsync,
    run: (input: Input) => mutation.mutateAsync(input).catch(() => undefined),
    pending: mutation.isPending,
    error: mutation.error,
  }
}
