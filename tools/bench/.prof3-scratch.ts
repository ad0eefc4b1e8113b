import { raising } from "/work/main/tools/bench/commands.ts"
import { performer, withCompany, withServer } from "/work/main/tools/bench/company.ts"
await withServer((server) => withCompany(server, "company", async (company) => {
  const r = await raising(company)
  await r(8, 2000)
  const { sql } = await performer(company) as any
  const stats = new Map<string, {calls:number,time:number,items:number}>()
  const orig = sql.unsafe
  sql.unsafe = (text: string, params: any, o: any) => {
    const key = text.includes("es.append") ? "append" : text.includes("next_value('number") ? "number" : text.includes("es.next_value") ? "ids" : text.slice(0,10)+" "+text.slice(text.indexOf(" from "), text.indexOf(" from ")+20)
    const s = stats.get(key) ?? {calls:0,time:0,items:0}; stats.set(key,s); s.calls++
    s.items += key==="append" ? params[0].value.commits.length : key==="number" ? params[1].value[0] : Array.isArray(params[0]?.value)? params[0].value.length:1
    const q = orig(text, params, o); const t=performance.now(); const then=q.then.bind(q)
    q.then = (a: any,b: any) => then((v: any)=>{ s.time+=performance.now()-t; return a(v)}, b)
    return q
  }
  for (const c of [8,32]) { stats.clear(); const v = await r(c, 3000); console.log(c, v.toFixed(0)); for (const [k,s] of stats) console.log("  ",k, "calls",s.calls,"items/call",(s.items/s.calls).toFixed(1),"us/call",(s.time/s.calls*1000).toFixed(0)) }
}))
