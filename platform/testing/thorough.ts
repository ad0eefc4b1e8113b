/** Set by `npm test -- --nightly`, which runs repeated randomised tests more often. */
export const nightlyVariable = "OPS_TEST_NIGHTLY"

/** How often to repeat, in an ordinary run and in a nightly one. */
export const times = (usually: number, nightly: number) => (process.env[nightlyVariable] === "1" ? nightly : usually)
