/** The audit module has no records: it reads those of the other modules. */
import { defineModule } from "@ops/platform/module.ts"
export const auditModule = defineModule({})
