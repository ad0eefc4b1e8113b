import { defineModule } from "@ops/platform/module.ts"
import { fieldActs } from "./acts/resource.ts"
import { fieldClocks } from "./clock.ts"
import { fieldDevices } from "./devices/resource.ts"
import { signedDays } from "./signed-days/resource.ts"

export const fieldModule = defineModule({ resources: [fieldDevices, fieldActs, signedDays], clocks: fieldClocks })
