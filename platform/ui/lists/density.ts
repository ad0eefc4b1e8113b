import { lookSetting } from "../data/look-setting.ts"

/** Rows of 40 px or 32 px. */
export const { set: setDensity, use: useDensity } = lookSetting("density", "comfortable", "compact")
