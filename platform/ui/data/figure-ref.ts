import type { Query } from "@ops/client/calls.ts"

/** A figure by the name under which the server explains it, and its parameters. */
export interface FigureRef {
  readonly name: string
  readonly parameters?: Query
}
