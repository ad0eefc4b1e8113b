/** How a module's commands reach the product. Who gives them these functions knows the server, the person and the way. */
import type { Command } from "commander"
import type { Effect } from "effect"
import type { HttpApi, HttpApiClient, HttpApiGroup } from "effect/http-api"
import type { Config } from "../config.ts"
import type { Database } from "../database/database.ts"
import type { EventStore } from "../event-store/event-store.ts"
import type { Snapshots } from "../records/snapshots/snapshots.ts"
import type { PersonalKeys } from "../records/personal.ts"
import type { Publications } from "../records/reproducible-documents.ts"
import type { Model, Records } from "../records/records.ts"

/** A session's cookie in place of the saved token; without one the call is anonymous. */
export interface Credential {
  readonly cookie: string | undefined
}

/**
 * Runs calls of a contract, over HTTP or in process as the command's options say, as the person who signed in. Rejects
 * with the refusal, or with `Exit` where no one is signed in or no server answers.
 */
export type Call = <Id extends string, Groups extends HttpApiGroup.Constraint, A, E>(
  command: Command,
  api: HttpApi.HttpApi<Id, Groups>,
  use: (client: HttpApiClient.Client<Groups>) => Effect.Effect<A, E>,
  credential?: Credential,
) => Promise<A>

/** The database of this machine, for commands that work without a server. */
export interface Machine {
  readonly inProcess: InProcess
  /** for what only reads the log and folds none of it: an event of an unknown type does not stop it */
  readonly onTheLog: InProcess
}

/** Runs work on the database of this machine, with what the server itself has; rejects with its failure. */
export type InProcess = <A, E>(
  work: Effect.Effect<A, E, Config | Database | EventStore | Snapshots | Model | PersonalKeys | Publications | Records>,
) => Promise<A>
