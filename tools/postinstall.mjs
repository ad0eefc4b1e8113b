// Prepares `ops` to start fast. Without it, or if this fails, `ops` runs from its sources.
if (process.features.typescript) {
  try {
    await (await import("./prepare-ops.ts")).prepareOps()
  } catch (error) {
    console.error(`ops will run from its sources, which starts slower: ${error instanceof Error ? error.message : error}`)
  }
}
