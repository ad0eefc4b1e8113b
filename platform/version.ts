/** The version of the code, kept with every commit. */
export const version = "0.1.0"
