import { raising } from "/work/main/tools/bench/commands.ts"
import { performer, withCompany, withServer } from "/work/main/tools/bench/company.ts"
import * as fs from "node:fs"
import { execSync } from "node:child_process"
const clients = Number(process.argv[2] ?? 8)
const session = process.argv[3] ? new (await import("node:inspector/promises")).Session() : undefined
await withServer((server) => withCompany(server, "company", async (company) => {
  const r = await raising(company)
  await r(clients, 3000)
  const pid = execSync("pgrep -n -f 'postgres.*ops-test' || true").toString()
  const cpu = (p: string) => execSync(`cat /proc/[0-9]*/stat`, {stdio:["ignore","pipe","ignore"]}).toString().split("\n").filter(l=>l.includes("(postgres)")).reduce((s,l)=>{const f=l.slice(l.lastIndexOf(")")+2).split(" ");return s+Number(f[11])+Number(f[12])},0)*10
  if (session) { session.connect(); await session.post("Profiler.enable"); await session.post("Profiler.setSamplingInterval",{interval:200}); await session.post("Profiler.start") }
  for (let i=0;i<3;i++){
  const p0 = process.cpuUsage(), c0 = cpu(""), t0=performance.now(), x0=Number((await company.run((await performer(company)).statement("select xact_commit as x from pg_stat_database where datname='company'",[])))[0].x)
  const v = await r(clients, 3000)
  const p = process.cpuUsage(p0)
  const n = v*3
  console.log(clients, v.toFixed(0),"/s  node cpu us/cmd", ((p.user+p.system)/n).toFixed(0), "pg cpu us/cmd", ((cpu("")-c0)*1000/n).toFixed(0), "node busy", ((p.user+p.system)/1e4/(performance.now()-t0)*10).toFixed(0)+"%")
  }
  if (session) { const { profile } = await session.post("Profiler.stop"); fs.writeFileSync("/tmp/prof.cpuprofile", JSON.stringify(profile)) }
}))
