/** The declarations that the sign-in service test needs of this package, which has no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http"
  export class Provider {
    constructor(issuer: string, options: object)
    callback(): RequestListener
  }
}
