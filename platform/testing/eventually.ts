import { Effect } from "effect"

/** Polls until the check is true; the test's own timeout ends it. */
export const eventually = <E, R>(check: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.repeat(Effect.delay(check, "20 millis"), { until: (so) => so }).pipe(Effect.asVoid)
