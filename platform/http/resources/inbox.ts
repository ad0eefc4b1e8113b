/** The inbox of a resource: what waits for a decision, who decides, with which calls, and what is shown. */
import { type InboxSource, nameIn } from "../../access/inbox.ts"
import { defaultsOf } from "../../records/field.ts"
import { canOf, quoted } from "../../text.ts"
import { type AnyResource, type Exposed, pathOn } from "./resource.ts"

type Typed = AnyResource & { readonly Row: object }
type Asking = Parameters<InboxSource["row"]>[0]
type Field<R extends Typed> = keyof R["Row"] & string
type Command<R extends Typed> = keyof R["commands"] & string

interface Waiting<R extends Typed> {
  /** its name in the inbox, if it differs from the kind of record */
  readonly kind?: string
  /** SQL over `r`: what is still waiting; by default what is pending */
  readonly waiting?: string
  /** the command that decides; its `hint` determines who may perform it */
  readonly approve: Command<R>
  readonly reject?: Command<R>
  /** the field of the requester: `requestedBy`, with `requestedByUser` beside it in the answer */
  readonly by: Field<R>
  /** SQL over a row `x` of its answer: one line that describes the subject */
  readonly title: string
  /** why this person may decide, in words, or as SQL that depends on the caller */
  readonly rule: string | ((who: Asking) => string)
  /** replaces parts of its row that are otherwise derived from its fields */
  readonly row?: Partial<ReturnType<InboxSource["row"]>>
  readonly amount?: Field<R>
  readonly screen: string
  /** SQL over a row `x`: whether an approval requires a reason */
  readonly needsReason?: string
  readonly detail?: InboxSource["detail"]
  readonly unusual?: string
  readonly inPerson?: true
}

const column = (field: string) => `x."${field}"`

export const inboxOf = <R extends Typed>(resource: R, of: Waiting<R>): InboxSource => {
  const { label } = resource.stream.record
  const { kind = resource.stream.record.kind } = of
  const { approve, reject, amount, needsReason, detail, unusual, inPerson } = of
  const call = (name: string) => {
    const { method, path = name, versioned } = resource.commands[name] as Exposed
    return { method, path: pathOn(resource.path, path), ...(versioned === true && { versioned }) } as const
  }
  const mayOf = (name: string) => {
    const { may } = resource.commands[name]!.access
    return typeof may === "string" ? resource.mayRead : may
  }
  const isNeeded = (name: string) => !("reason" in defaultsOf(resource.commands[name]!.command.fields))
  return {
    kind,
    label,
    may: mayOf(approve),
    mayRead: resource.mayRead,
    inLog: {
      record: resource.stream.record.kind,
      approve: resource.commands[approve]!.command.name,
      ...(reject && { reject: resource.commands[reject]!.command.name }),
    },
    list: resource.shapeWithHints,
    waiting: of.waiting ?? "r.status = 'pending'",
    can: () => column(canOf(approve)),
    row: (who) => ({
      number: column(resource.number ?? "id"),
      title: of.title,
      requestedBy: column(of.by),
      requestedByName: nameIn(column(`${of.by}User`)),
      siteId: resource.hasSite ? column("siteId") : "null",
      siteName: resource.hasSite ? column("siteName") : "null",
      ...(amount && { amount: column(amount), currency: column("currency") }),
      ...(call(approve).versioned && { version: column("version") }),
      since: column("createdAt"),
      rule: typeof of.rule === "string" ? quoted(of.rule) : of.rule(who),
      ...of.row,
    }),
    screen: of.screen,
    approve: { ...call(approve), ...(needsReason !== undefined && { needsReason }) },
    ...(inPerson && { inPerson }),
    ...(detail && { detail }),
    ...(unusual !== undefined && { unusual }),
    ...(resource.hasHistory && { history: `${resource.path}/:id/history` }),
    ...(reject && { reject: { ...call(reject), reason: isNeeded(reject) ? ("required" as const) : ("optional" as const), may: mayOf(reject) } }),
  }
}
