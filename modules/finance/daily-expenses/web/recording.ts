import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"

/** The recording form for daily expenses, wherever there is a button for it. */
export const recording = { command: "record", address: "daily-expense", form: lazyWithRetry(() => import("./daily-expense-dialog.tsx")) } as const
