import { pathsOf } from "../../web/client.ts"

/** What a change of a session moves. */
export const sessionLists = pathsOf("GET /api/meal-sessions", "GET /api/meal-attendance", "GET /api/meal-tiles", "GET /api/daily-meal-summaries")
