/** What the test of the sign-in service uses of this package, which brings no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http"
  export class Provider {
    constructor(issuer: string, options: object)
    callback(): RequestListener
  }
}
