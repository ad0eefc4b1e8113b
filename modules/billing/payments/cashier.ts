import { requiring } from "@ops/platform/records/rules/requiring.ts"

/** Refuses people who may not record payments. */
export const requireCashier = requiring("payments.process", "Only finance can record payments")
