/** Set by `npm test -- --nightly`, which runs repeated randomised tests more often. */
export const nightlyVariable = "OPS_TEST_NIGHTLY"

/** How often to repeat, or how much of a sweep to try, in an ordinary run and in a nightly one. */
export const times = <A>(usually: A, nightly: A): A => (process.env[nightlyVariable] === "1" ? nightly : usually)
