/** Who acts. */
export interface Actor {
  /** "person:7", "system:mail" */
  readonly actor: string
  /** the user's id; null for the system itself */
  readonly person: number | null
  readonly name: string
  readonly level: number
  readonly permissions: ReadonlyArray<string>
  readonly department: string | null
  /** the site to which the person is confined, NO_SITE where there is none (see site-scope.ts); null if all sites are open */
  readonly confinedTo: number | null
  /** signed in by the simulated scan of demo mode: may never approve money */
  readonly simulated: boolean
  readonly via: "web" | "cli" | "system" | "demo" | "device"
}

/** Who acts, and when. */
export interface By extends Actor {
  /** the instant of the command, and its business date */
  readonly at: string
  readonly today: string
  /** it was done on a device, maybe without a connection: `at` is when that was, give or take `doubtMs` */
  readonly onDevice?: undefined | { readonly device: number; readonly number: number; readonly arrivedAt: string; readonly doubtMs: number }
}

/** Who acts; at the time at which the command is performed, unless another one is given. */
export type Acting = Actor & { readonly at?: string; readonly today?: string; readonly onDevice?: By["onDevice"] }
