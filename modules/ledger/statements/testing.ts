/** The calls for statements without any work that is earned and not billed: for tests. */
import { Layer } from "effect"
import { WorkNotBilledOfModules } from "./not-billed.ts"
import { StatementsLive } from "./server.ts"

export const StatementsOfBooks = StatementsLive.pipe(Layer.provide(Layer.succeed(WorkNotBilledOfModules, [])))
