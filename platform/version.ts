/** The version of the code, recorded with every commit. */
export const version = "0.1.0"
