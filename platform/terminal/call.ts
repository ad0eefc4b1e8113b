/** How a module's commands call the product. The provider of these functions knows the server, the person and the transport. */
import type { Command } from "./command.ts"
import type { Effect } from "effect"
import type { HttpApi, HttpApiClient, HttpApiGroup } from "effect/http-api"
import type { Config } from "../config.ts"
import type { Database } from "../database/database.ts"
import type { EventStore } from "../event-store/event-store.ts"
import type { Snapshots } from "../records/snapshots/snapshots.ts"
import type { PersonalKeys } from "../records/personal-data/personal.ts"
import type { Publications } from "../records/reproducible-documents.ts"
import type { Model, Records } from "../records/records.ts"

/** A session cookie in place of the saved token; without one the call is anonymous. */
export interface Credential {
  readonly cookie: string | undefined
}

/**
 * Runs calls of a contract, over HTTP or in process according to the command's options, as the signed-in person. Rejects with the server's rejection,
 * or with `Exit` if no one is signed in or no server answers.
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
  /** for commands that read the log without folding it: an event of an unknown type does not stop them */
  readonly onTheLog: InProcess
}

/** Runs work on the database of this machine, with the server's own services; rejects with its failure. */
export type InProcess = <A, E>(
  work: Effect.Effect<A, E, Config | Database | EventStore | Snapshots | Model | PersonalKeys | Publications | Records>,
) => Promise<A>
