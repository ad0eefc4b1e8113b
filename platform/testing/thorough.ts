/** Set by `npm test -- --nightly`, which runs repeated randomised tests more often. */
export const nightlyVariable = "OPS_TEST_NIGHTLY"

/** How often to repeat, or how much of a sweep to try, in an ordinary run and in a nightly one. */
export const times = <A>(usually: A, nightly: A): A => (process.env[nightlyVariable] === "1" ? nightly : usually)

/** Pseudo-random numbers from a seed. */
export const chances = (seed: number) => {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
