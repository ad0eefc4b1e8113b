/** The definition of a module: its records and how they are accessed, the effects of its events, and its contributions to other modules. */
import { Effect } from "effect"
import { type AttachedTo, fileIndex, inColumn } from "./documents/attachment.ts"
import type { AnyResource } from "./http/resources/resource.ts"
import type { AnyStream } from "./records/stream.ts"
import { snake } from "./text.ts"

/** The lists of a module; each is optional. Their elements are typed by the module that uses them. */
interface Parts {
  /** records with API calls: their streams, the indexes of their files, and who may open these are derived from them */
  readonly resources: ReadonlyArray<AnyResource>
  /** records that are accessed in another way, or not at all */
  readonly streams: ReadonlyArray<AnyStream>
  readonly consequences: ReadonlyArray<unknown>
  /** SQL executed when the rows are created */
  readonly views: ReadonlyArray<string>
  /** SQL of tables that do not belong to records */
  readonly tables: ReadonlyArray<string>
  readonly reactors: ReadonlyArray<unknown>
  /** scheduled work: `clock(…)` */
  readonly clocks: ReadonlyArray<unknown>
  /** checks before a month of the books is closed */
  readonly closing: ReadonlyArray<unknown>
  /** sub-ledgers that must agree with their control accounts */
  readonly ties: ReadonlyArray<unknown>
  /** unbilled revenue */
  readonly notBilled: ReadonlyArray<unknown>
  readonly inbox: ReadonlyArray<unknown>
  /** records that can be imported from a file, besides the resources */
  readonly imports: ReadonlyArray<unknown>
  readonly attachments: ReadonlyArray<AttachedTo>
  readonly spenders: ReadonlyArray<unknown>
  readonly publications: ReadonlyArray<unknown>
  readonly dueRules: ReadonlyArray<unknown>
  readonly mailAbout: ReadonlyArray<unknown>
}
type Own<M> = { readonly [K in keyof Parts]: K extends keyof M ? Exclude<M[K], undefined> : readonly [] }
type WithSetup<M> = M extends { readonly setup: infer S } ? { readonly setup: S } : { readonly setup: Effect.Effect<void> }
type Defined<M> = Omit<Own<M>, "streams" | "views" | "attachments"> & Pick<Parts, "streams" | "views" | "attachments"> & WithSetup<M>

const none: Omit<Parts, "resources" | "streams" | "views" | "attachments"> = {
  consequences: [],
  tables: [],
  reactors: [],
  clocks: [],
  closing: [],
  ties: [],
  notBilled: [],
  inbox: [],
  imports: [],
  spenders: [],
  publications: [],
  dueRules: [],
  mailAbout: [],
}

const attachedTo = ({ stream, files, mayRead, shape }: AnyResource): AttachedTo => ({
  kind: stream.record.kind,
  may: mayRead,
  list: shape,
  has: files.map((field) => `(${inColumn(`r.${snake(field)}`)})`).join(" or "),
})

/** Declares a module. */
export const defineModule = <M extends Partial<Parts> & { readonly setup?: unknown }>(module: M): Defined<M> => {
  const { resources = [], streams = [], views = [], attachments = [], setup = Effect.void } = module
  const withFiles = resources.filter(({ files }) => files.length > 0)
  const all: unknown = {
    ...none,
    ...module,
    setup,
    resources,
    streams: [...streams, ...resources.map(({ stream }) => stream)],
    views: [...views, ...withFiles.flatMap(({ stream, files }) => files.map((field) => fileIndex(stream.record.kind, snake(field))))],
    attachments: [...attachments, ...withFiles.map(attachedTo)],
  }
  return all as Defined<M>
}
