/** Auditing keeps nothing of its own: it reads what the others wrote. */
export const auditModule = { streams: [], consequences: [], views: [], tables: [], reactors: [] }
