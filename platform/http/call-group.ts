/** A group of calls that are for people who are signed in, each by its rule. */
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Rule, TokenArea } from "../access/rule.ts"
import { Authentication, Authorization, ErrorMapping } from "./contract.ts"

/** What the API says of a call in a few words, and its rule: `.annotateMerge(ruled("Open a site", manages))`. */
export const ruled = (summary: string, rule: Rule) => OpenApi.annotations({ summary }).pipe(Context.add(Rule, rule))

/** The same of calls in a list, and with the area that personal tokens have for them, where that is not the group's own name. */
export const groupOf = <N extends string, E extends HttpApiEndpoint.Constraint>(name: N, calls: ReadonlyArray<E>, area?: string) =>
  HttpApiGroup.make(name)
    .add(...(calls as unknown as readonly [E]))
    .middleware(Authorization)
    .middleware(Authentication)
    .middleware(ErrorMapping)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotate(TokenArea, area)

/** Declares it under its name: `class SitesGroup extends callGroup("sites", HttpApiEndpoint.get(…), …) {}`. */
export const callGroup = <const N extends string, const Calls extends ReadonlyArray<HttpApiEndpoint.Constraint>>(name: N, ...calls: Calls) =>
  groupOf<N, Calls[number]>(name, calls)

/** A contract of one group alone, as the terminal reads it. */
export const apiOf = <G extends HttpApiGroup.Constraint>(group: G) => HttpApi.make("ops").add(group)
