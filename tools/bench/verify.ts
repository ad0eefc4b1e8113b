/** How fast the log is verified: events per second of a full verification, against reading the same events and hashing their bytes once. */
import { generateKeyPairSync } from "node:crypto"
import { sha256 } from "@ops/platform/event-store/hash.ts"
import { logPage } from "@ops/platform/event-store/log-page.ts"
import { signingKey } from "@ops/platform/event-store/note.ts"
import { sealOnce } from "@ops/platform/event-store/seals.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { performer, withCompany, withServer } from "./company.ts"
import { hashHistory, layHistory } from "./history.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

const events = 200_000

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
        await hashHistory(company, server)
        while ((await company.run(sealOnce(key, 0)))?.goesOn) continue
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
