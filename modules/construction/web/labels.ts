/** Labels of the construction screens. */
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { ConstructionProjectAnswer } from "../contract.ts"

type ProjectType = (typeof ConstructionProjectAnswer.Type)["projectType"]

export const projectTypes: readonly ["new_construction", "renovation", "maintenance"] = ["new_construction", "renovation", "maintenance"]
/** `new_construction` → New construction */
export const typeName = (type: ProjectType): string => statusWord(type)
