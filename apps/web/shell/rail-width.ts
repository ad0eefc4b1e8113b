import { lookSetting } from "@ops/platform/ui/data/look-setting.ts"

const { stored, set, use } = lookSetting("rail", "wide", "slim")
/** With words or, 64 px wide, as icons alone. */
export const [setRailWidth, useRailWidth] = [set, use]

/** The tooltip of an entry that has no words. */
export const tipOf = (label: string) => (stored() === "slim" ? label : undefined)
