/** How fast the log is verified: events per second of a full verification, against reading the same events and hashing their bytes once. */
import { generateKeyPairSync } from "node:crypto"
import postgres from "postgres"
import { commitDigest, eventHash, sha256 } from "@ops/platform/event-store/hash.ts"
import { logPage } from "@ops/platform/event-store/log-page.ts"
import { type SigningKey, signingKey } from "@ops/platform/event-store/note.ts"
import { sealOnce } from "@ops/platform/event-store/seals.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { type Company, performer, type Server, withCompany, withServer } from "./company.ts"
import { layHistory } from "./history.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

const events = 200_000

/** Gives the inserted events the hashes that commands would have given them, and seals them. */
const sealHistory = async (company: Company, server: Server, key: SigningKey) => {
  const sql = postgres(server.url("company"), { max: 1, onnotice: () => {} })
  try {
    await sql`set session_replication_role = replica`
    const heads = new Map<string, string>()
    for (let after = 0; ; ) {
      const page = await company.run(logPage(after, Number.MAX_SAFE_INTEGER, 20_000))
      if (page.events.length === 0) break
      const hashes = page.events.map((event) => {
        const hash = eventHash(heads.get(event.stream) ?? "", event, commitDigest(page.commits.get(event.commitId)!))
        heads.set(event.stream, hash)
        return hash
      })
      await sql`update es.event e set hash = n.hash from unnest(${page.events.map(({ position }) => position)}::bigint[], ${hashes}::text[]) n(position, hash)
        where e.position = n.position and e.hash <> n.hash`
      after = page.events.at(-1)!.position
    }
  } finally {
    await sql.end()
  }
  await company.lay("vacuum analyze es.event")
  while ((await company.run(sealOnce(key, 0)))?.goesOn) continue
}

export const verifies: Suite = {
  rows: ["verify"],
  unit: "events/s",
  peer: "the same events read and their bytes hashed once",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const key = signingKey(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string)
        await performer(company)
        log(`laying in ${events} events, and sealing them`)
        await layHistory(company, events)
        await sealHistory(company, server, key)
        const perSecond = async (work: () => Promise<number>) => {
          const begin = performance.now()
          return (await work()) / ((performance.now() - begin) / 1000)
        }
        const verify = async () => {
          const { clean, events, sealedTo, position } = await company.run(verifyLog({ keys: key.trusted }))
          if (!clean || sealedTo !== position) throw new Error("The log that was laid in does not verify")
          return events
        }
        /** The same pages of events and commits, with each one's bytes hashed once, without verification. */
        const read = async () => {
          let read = 0
          for (let after = 0; ; ) {
            const page = await company.run(logPage(after, Number.MAX_SAFE_INTEGER, 5000))
            if (page.events.length === 0) return read
            for (const event of page.events) sha256(JSON.stringify([event, page.commits.get(event.commitId)]))
            read += page.events.length
            after = page.events.at(-1)!.position
          }
        }
        const measured = await interleaved(
          5,
          () => perSecond(verify),
          () => perSecond(read),
          log,
        )
        return [atLeast("verify", 0.5, measured)]
      }),
    ),
}
