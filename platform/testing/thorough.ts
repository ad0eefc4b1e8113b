/** `npm test -- --nightly` sets it: what is tested again and again, with chance in it, is then tested more often. */
export const nightlyVariable = "OPS_TEST_NIGHTLY"

/** How often, in an ordinary run and in a nightly one. */
export const times = (usually: number, nightly: number) => (process.env[nightlyVariable] === "1" ? nightly : usually)
