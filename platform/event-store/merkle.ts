/**
 * The Merkle tree of RFC 6962 over a list of leaves, with its proofs. Hashes are SHA-256 in hex: a leaf is H(0x00, data), a node H(0x01, left,
 * right), and the size of a left subtree is the largest power of two below the size of its tree.
 */
import { hash } from "node:crypto"

const node = Buffer.alloc(65, 1)

/** The hash of a leaf. Text is encoded as UTF-8. */
export const leafHash = (data: string | Uint8Array): string =>
  typeof data === "string" ? hash("sha256", `\0${data}`) : hash("sha256", Buffer.concat([Buffer.of(0), data]))

export const nodeHash = (left: string, right: string): string => {
  node.write(left, 1, "hex")
  node.write(right, 33, "hex")
  return hash("sha256", node)
}

/** The root of the empty tree. */
export const emptyRoot = hash("sha256", "")

/** An append-only tree, kept as the roots of its complete subtrees: `peaks` correspond to the one bits of `size`, largest first. */
export interface Frontier {
  size: number
  readonly peaks: Array<string>
}

export const frontier = (size = 0, peaks: ReadonlyArray<string> = []): Frontier => ({ size, peaks: [...peaks] })

/** Adds a leaf. */
export const grow = (tree: Frontier, leaf: string): void => {
  let full = leaf
  for (let size = tree.size; size % 2 === 1; size = Math.floor(size / 2)) full = nodeHash(tree.peaks.pop()!, full)
  tree.peaks.push(full)
  tree.size++
}

export const rootOf = ({ peaks }: Frontier): string => (peaks.length === 0 ? emptyRoot : peaks.reduceRight((right, left) => nodeHash(left, right)))

/** The number of complete subtrees of a tree of this size: its count of one bits. */
export const peaksOf = (size: number): number => {
  let ones = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2
  return ones
}

/** The largest power of two below a size of two or more. */
const split = (size: number) => {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The roots of a tree's complete subtrees by level: level 0 holds the leaves, a root at level n covers 2^n leaves. */
export type Levels = ReadonlyArray<ReadonlyArray<string>>

/**
 * The complete subtrees of a tree: all of them, or, if it extends a tree `before` of which only the peaks are known, those peaks and the subtrees
 * that contain a new leaf. Takes one hash per leaf.
 */
export const levelsOf = (leaves: ReadonlyArray<string>, before: Frontier = frontier()): Levels => {
  const size = before.size + leaves.length
  const levels: Array<Array<string>> = []
  for (let part = 1; part <= Math.max(size, 1); part *= 2) levels.push([])
  const peaks = before.peaks.values()
  for (let level = levels.length - 1, at = 0; level >= 0; level--) {
    const part = 2 ** level
    if (before.size - at < part) continue
    levels[level]![at / part] = peaks.next().value!
    at += part
  }
  leaves.forEach((leaf, n) => (levels[0]![before.size + n] = leaf))
  for (let level = 1; level < levels.length; level++) {
    const [below, here] = [levels[level - 1]!, levels[level]!]
    const to = Math.floor(size / 2 ** level)
    for (let index = Math.floor(before.size / 2 ** level); index < to; index++) here[index] = nodeHash(below[2 * index]!, below[2 * index + 1]!)
  }
  return levels
}

/** The root of the leaves from `from` (inclusive) to `to` (exclusive), where `from` is a multiple of the largest power of two in `to - from`. */
export const rootBetween = (levels: Levels, from: number, to: number): string => {
  const peaks: Array<string> = []
  let at = from
  for (let level = levels.length - 1; level >= 0; level--) {
    const size = 2 ** level
    if (to - at < size) continue
    peaks.push(levels[level]![at / size]!)
    at += size
  }
  return rootOf({ size: to - from, peaks })
}

/** The inclusion proof of leaf `index` in the tree of the first `size` leaves. */
export const inclusionPath = (levels: Levels, index: number, size: number): Array<string> => {
  const path = (from: number, to: number): Array<string> => {
    if (to - from === 1) return []
    const middle = from + split(to - from)
    return index < middle ? [...path(from, middle), rootBetween(levels, middle, to)] : [...path(middle, to), rootBetween(levels, from, middle)]
  }
  return path(0, size)
}

/** The root computed from a leaf and its inclusion proof; undefined if the proof does not fit the index and size. */
export const rootByInclusion = (leaf: string, index: number, size: number, path: ReadonlyArray<string>): string | undefined => {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) return undefined
  let [place, last, at] = [index, size - 1, leaf]
  for (const other of path) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      at = nodeHash(other, at)
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
    } else at = nodeHash(at, other)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 ? at : undefined
}

/** The consistency proof that the tree of the first `size` leaves begins with the tree of the first `before`; 0 < before. */
export const consistencyPath = (levels: Levels, before: number, size: number): Array<string> => {
  const path = (from: number, to: number, known: boolean): Array<string> => {
    if (to === before) return known ? [] : [rootBetween(levels, from, to)]
    const middle = from + split(to - from)
    return before <= middle ? [...path(from, middle, known), rootBetween(levels, middle, to)] : [...path(middle, to, false), rootBetween(levels, from, middle)]
  }
  return path(0, size, true)
}

/** Whether the path proves that the tree of `size` and `root` extends the tree of `before` and `rootBefore` (RFC 9162, 2.1.4.2). */
export const isConsistent = (before: number, rootBefore: string, size: number, root: string, path: ReadonlyArray<string>): boolean => {
  if (before === size) return rootBefore === root && path.length === 0
  if (!(before > 0 && before < size)) return false
  const isPower = peaksOf(before) === 1
  const [first, ...rest] = isPower ? [rootBefore, ...path] : path
  if (first === undefined) return false
  let [place, last] = [before - 1, size - 1]
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  let [old, now] = [first, first]
  for (const other of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      old = nodeHash(other, old)
      now = nodeHash(other, now)
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
    } else now = nodeHash(now, other)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return old === rootBefore && now === root && last === 0
}
