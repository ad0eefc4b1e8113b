import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"

/** How the expenses of a day are recorded, wherever a button for it stands. */
export const recording = { command: "record", address: "daily-expense", form: lazyWithRetry(() => import("./daily-expense-dialog.tsx")) } as const
