/** Auditing keeps no records of its own: it reads what the other modules wrote. */
export const auditModule = { streams: [], consequences: [], views: [], tables: [], reactors: [] }
