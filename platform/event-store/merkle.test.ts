import { hash } from "node:crypto"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { consistencyPath, emptyRoot, frontier, grow, inclusionPath, isConsistent, leafHash, levelsOf, rootBetween, rootByInclusion, rootOf } from "./merkle.ts"

const bytes = (hex: string) => Buffer.from(hex, "hex")
const sha = (...parts: ReadonlyArray<Uint8Array>) => hash("sha256", Buffer.concat(parts))

/** The tree as defined by RFC 6962, section 2.1. */
const naive = (leaves: ReadonlyArray<Uint8Array>): string => {
  if (leaves.length === 0) return sha()
  if (leaves.length === 1) return sha(Buffer.of(0), leaves[0]!)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha(Buffer.of(1), bytes(naive(leaves.slice(0, half))), bytes(naive(leaves.slice(half))))
}

const grown = (leaves: ReadonlyArray<Uint8Array>) => {
  const tree = frontier()
  for (const leaf of leaves) grow(tree, leafHash(leaf))
  return rootOf(tree)
}

// test vectors from the reference implementation of Certificate Transparency
const inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"].map(bytes)
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

describe("the Merkle tree", () => {
  it("matches the roots of the published test vectors", () => {
    assert.strictEqual(emptyRoot, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    roots.forEach((root, n) => assert.strictEqual(grown(inputs.slice(0, n + 1)), root))
  })

  it("matches the paths of the published test vectors", () => {
    const leaves = levelsOf(inputs.map(leafHash))
    assert.deepStrictEqual(inclusionPath(leaves, 0, 1), [])
    assert.deepStrictEqual(inclusionPath(leaves, 0, 8), [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ])
    assert.deepStrictEqual(consistencyPath(leaves, 6, 8), [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ])
  })

  it("gives the same paths where what is before is known by its full parts alone", () => {
    const hashes = Array.from({ length: 40 }, (_, n) => leafHash(`${n}`))
    for (let size = 1; size <= hashes.length; size++) {
      const all = levelsOf(hashes.slice(0, size))
      const before = frontier()
      for (let known = 0; known < size; known++) {
        const rest = levelsOf(hashes.slice(known, size), before)
        assert.strictEqual(rootBetween(rest, 0, size), rootBetween(all, 0, size))
        for (let index = known; index < size; index++) assert.deepStrictEqual(inclusionPath(rest, index, size), inclusionPath(all, index, size))
        if (known > 0) assert.deepStrictEqual(consistencyPath(rest, known, size), consistencyPath(all, known, size))
        grow(before, hashes[known]!)
      }
    }
  })

  it("grows leaf by leaf into the tree as defined", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 70 }), (leaves) => {
        assert.strictEqual(grown(leaves), naive(leaves))
      }),
    )
  })

  const sized = fc.integer({ min: 1, max: 100 }).chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }))
  const data = (index: number) => Buffer.from(`leaf ${index}`)
  const hashes = Array.from({ length: 201 }, (_, index) => leafHash(data(index)))
  const leaves = (index: number) => hashes[index]!
  const levels = levelsOf(hashes.slice(0, 100))
  const rootAt = (size: number) => naive(Array.from({ length: size }, (_, index) => data(index)))

  it("proves every leaf and nothing else", () => {
    fc.assert(
      fc.property(sized, fc.nat(200), ({ size, index }, other) => {
        const path = inclusionPath(levels, index, size)
        assert.strictEqual(rootBetween(levels, 0, size), rootAt(size))
        assert.strictEqual(rootByInclusion(leaves(index), index, size, path), rootAt(size))
        if (other !== index) {
          assert.notStrictEqual(rootByInclusion(leaves(index), other, size, path), rootAt(size))
          assert.notStrictEqual(rootByInclusion(leaves(other), index, size, path), rootAt(size))
        }
        assert.notStrictEqual(rootByInclusion(leaves(index), index, size, [...path, emptyRoot]), rootAt(size))
      }),
    )
  })

  it("proves that a tree extends an earlier one, and no other", () => {
    fc.assert(
      fc.property(sized, ({ size, index }) => {
        const before = index + 1
        const path = consistencyPath(levels, before, size)
        assert.isTrue(isConsistent(before, rootAt(before), size, rootAt(size), path))
        assert.isFalse(isConsistent(before, emptyRoot, size, rootAt(size), path))
        assert.isFalse(isConsistent(before, rootAt(before), size, emptyRoot, path))
        if (before < size) assert.isFalse(isConsistent(before + 1, rootAt(before), size, rootAt(size), path))
        if (path.length > 0) assert.isFalse(isConsistent(before, rootAt(before), size, rootAt(size), path.slice(1)))
      }),
    )
  })
})
