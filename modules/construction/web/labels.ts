/** Labels of the construction screens. */
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { construction } from "../projects/resource.ts"

type ProjectType = (typeof construction)["Row"]["projectType"]

export const projectTypes: readonly ["new_construction", "renovation", "maintenance"] = ["new_construction", "renovation", "maintenance"]
/** The label of a type: `new_construction` is New construction. */
export const typeName = (type: ProjectType): string => statusWord(type)
