/** Loads the code of the landing page: the shell shows it, and a signed-in person's browser keeps it for signing out offline. */
export const loadLanding = () => import("./landing-page.tsx")
