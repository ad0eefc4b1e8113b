import { pathsOf } from "../../web/client.ts"

/** The lists that a change of a session affects. */
export const sessionLists = pathsOf("GET /api/meal-sessions", "GET /api/meal-attendance", "GET /api/meal-tiles", "GET /api/daily-meal-summaries")
