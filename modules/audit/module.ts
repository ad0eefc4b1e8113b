/** Auditing keeps no records of its own: it reads what the other modules wrote. */
import { defineModule } from "@ops/platform/module.ts"
export const auditModule = defineModule({})
