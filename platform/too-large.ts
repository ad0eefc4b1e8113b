/** Thrown for a whole number that a JavaScript number cannot represent exactly: a total of very many very large amounts. */
export class TooLarge extends RangeError {}

/** The message for users. Sums are net, so a reversal brings them back into range. */
export const tooLargeTotal =
  "A total here is above 90,071,992,547,409.91, the largest that can be shown exactly. Find the amounts that are too large in the lists, and reverse or reject them"
