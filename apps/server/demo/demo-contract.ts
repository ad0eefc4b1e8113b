/** The calls about demo data. They exist in demo mode only. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { ErrorMapping, Authorization, rejections, Authentication } from "@ops/platform/http/contract.ts"

export const DemoLoaded = Schema.Struct({ loaded: Schema.Boolean, already: Schema.Boolean, events: Schema.Int })

export class DemoGroup extends HttpApiGroup.make("demo")
  .add(
    HttpApiEndpoint.post("load", "/api/demo-data/load", { success: DemoLoaded, error: rejections }).annotateMerge(
      ruled("Load the demo data", {
        may: ANYONE,
        scope:
          "in demo mode every known level; in production level 10, which gets the reason for the refusal; only into a database without other accounts or work",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("status", "/api/demo-data/status", { success: DemoLoaded, error: rejections }).annotateMerge(
      ruled("Read whether the demo data are loaded", { may: ANYONE, scope: "demo mode only" }),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class DemoApi extends HttpApi.make("ops").add(DemoGroup) {}
