/** The calls about demo data. They exist in demo mode only. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { ErrorMapping, Authorization, Authentication } from "@ops/platform/http/contract.ts"

export const DemoLoaded = Schema.Struct({ loaded: Schema.Boolean, already: Schema.Boolean, events: Schema.Int })

export class DemoGroup extends HttpApiGroup.make("demo")
  .add(
    call.post("load", "/api/demo-data/load", "Load the demo data", DemoLoaded, {
      may: ANYONE,
      scope:
        "in demo mode every known level; in production level 10, which gets the reason for the refusal; only into a database without other accounts or work",
    }),
  )
  .add(call.get("status", "/api/demo-data/status", "Read whether the demo data are loaded", DemoLoaded, { may: ANYONE, scope: "demo mode only" }))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class DemoApi extends HttpApi.make("ops").add(DemoGroup) {}
