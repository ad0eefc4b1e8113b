/** A group of calls for signed-in people, each with its rule. */
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Rule, TokenArea } from "../access/rule.ts"
import { Authentication, Authorization, ErrorMapping } from "./contract.ts"

/** A call's summary for the API documentation, and its rule: `.annotateMerge(ruled("Open a site", manages))`. */
export const ruled = (summary: string, rule: Rule) => OpenApi.annotations({ summary }).pipe(Context.add(Rule, rule))

/** The same for a list of calls; `area` is their area in personal tokens, if it differs from the group's name. */
export const groupOf = <N extends string, E extends HttpApiEndpoint.Constraint>(name: N, calls: ReadonlyArray<E>, area?: string) =>
  HttpApiGroup.make(name)
    .add(...(calls as unknown as readonly [E]))
    .middleware(Authorization)
    .middleware(Authentication)
    .middleware(ErrorMapping)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotate(TokenArea, area)

/** Declares a group as a class: `class SitesGroup extends callGroup("sites", HttpApiEndpoint.get(…), …) {}`. */
export const callGroup = <const N extends string, const Calls extends ReadonlyArray<HttpApiEndpoint.Constraint>>(name: N, ...calls: Calls) =>
  groupOf<N, Calls[number]>(name, calls)

/** A contract with one group only, as the terminal uses it. */
export const apiOf = <G extends HttpApiGroup.Constraint>(group: G) => HttpApi.make("ops").add(group)
