/** The actor of a command. */
export interface Actor {
  /** "person:7", "system:mail" */
  readonly actor: string
  /** the user's id; null for the system itself */
  readonly person: number | null
  readonly name: string
  readonly level: number
  readonly permissions: ReadonlyArray<string>
  readonly department: string | null
  /** the site that the person is confined to, NO_SITE if they have none (see site-scope.ts); null if all sites are open */
  readonly confinedTo: number | null
  /** signed in by the simulated scan of demo mode, so never allowed to approve money */
  readonly simulated: boolean
  /** the actor in whose place a delegate decides; see the delegations of the identity module */
  readonly onBehalfOf?: string
  readonly via: "web" | "cli" | "system" | "demo" | "device"
}

/** Who acts, and when. */
export interface By extends Actor {
  /** the time of the command, and its business date */
  readonly at: string
  readonly today: string
  /** the command was given on a device, possibly offline: `at` is when that was, with an uncertainty of `doubtMs` */
  readonly onDevice?: undefined | { readonly device: number; readonly number: number; readonly arrivedAt: string; readonly doubtMs: number }
}

/** The actor; the time is that at which the command is performed, unless another is given. */
export type Acting = Actor & { readonly at?: string; readonly today?: string; readonly onDevice?: By["onDevice"] }
