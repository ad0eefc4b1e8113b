/** What this browser keeps when a person signs out: data that the server does not have yet, and its key if it is an enrolled device. */

/** Prefix of storage keys for data that has not reached the server yet: it is kept when signing out. */
export const unsent = "unsent:"
/** Marks this browser as an enrolled device: its key, and what it has signed, outlast every session. */
export const enrolledKey = `${unsent}device`
/** Whether this browser is an enrolled device. */
export const isEnrolled = () => localStorage.getItem(enrolledKey) !== null
export const keepsUnsent = () => Object.entries(localStorage).some(([key, list]) => key.startsWith(unsent) && key !== enrolledKey && list !== "[]")
/** The call that ends the session. Its answer clears this browser's data, unless some of it must be kept. */
export const logoutPath = () => (keepsUnsent() || isEnrolled() ? "/api/auth/logout?keep=unsent" : "/api/auth/logout")
