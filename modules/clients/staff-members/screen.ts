import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { staffMembers } from "./resource.ts"

export const screen = screenOf(staffMembers, { title: ["firstName", "lastName"] })
