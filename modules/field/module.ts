import { defineModule } from "@ops/platform/module.ts"
import { fieldActs } from "./acts/resource.ts"
import { fieldClocks } from "./clock.ts"
import { fieldDevices } from "./devices/resource.ts"

export const fieldModule = defineModule({ resources: [fieldDevices, fieldActs], clocks: fieldClocks })
