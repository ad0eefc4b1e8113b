import { raising } from "/work/main/tools/bench/commands.ts"
import { performer, withCompany, withServer } from "/work/main/tools/bench/company.ts"
import { Effect } from "effect"
import postgres from "postgres"
import { execFileSync, execSync } from "node:child_process"
await withServer((server) => withCompany(server, "company", async (company) => {
  const r = await raising(company)
  await r(8, 1500)
  const adm = postgres(server.url("company"), {max:1, onnotice:()=>{}})
  await adm.unsafe("alter system set log_min_duration_statement=0"); 
  await adm.unsafe("create extension if not exists pg_stat_statements").catch(e=>console.log(e.message))
  const sql = postgres(server.url("company"), {max:1, onnotice:()=>{}, connection:{search_path:"live,es,public"} as any})
  const ts: Record<string, number[]> = {}
  const time = async (name: string, n: number, f: ()=>any) => { for(let i=0;i<100;i++) await f(); const t=performance.now(); for(let i=0;i<n;i++) await f(); console.log(name, ((performance.now()-t)/n*1000).toFixed(0),"us") }
  await time("select 1", 1000, () => sql.unsafe("select 1", [], {prepare:true}))
  await time("next_value", 1000, () => sql.unsafe(`select s.name, array_agg(v order by v) as values from unnest($1::text[], $2::int[]) as s(name, many),
           lateral es.next_value('number_' || s.name, s.many) v group by s.name`, [["PR_2026"],[1]] as any, {prepare:true}))
  await time("nextval bare", 1000, () => sql.unsafe(`select nextval('es."number_PR_2026"')`, [], {prepare:true}))
  let n = 5_000_000
  const batch = (k: number) => { const ids = Array.from({length:k},()=>n++); return { commits: ids.map(i=>({commandId:"c"+i,command:"x",requestHash:"h",actor:"a",onBehalfOf:null,correlation:"c",causation:null,via:"web",appVersion:"1",result:{id:i}})),
   streams: ids.map(i=>({stream:"zz/"+i,expected:0,next:1,head:"abcdef".repeat(10)})), read: [{stream:"site/1",expected:1}], events: ids.map(i=>({stream:"zz/"+i,version:1,type:"PurchaseRequestRaised",schemaVersion:1,occurredAt:"2026-11-21T00:00:00.000Z",data:{requestNumber:"PR",siteId:1,justification:"Rice oil and onions"},hash:"abcdef".repeat(10),commandId:"c"+i})) } }
  for (const sync of ["on","off"]) { await sql.unsafe("set synchronous_commit="+sync)
  for (const k of [1,4,8,16,32]) { let calls=0; await time(`sync ${sync} es.append of ${k}`, 300, () => sql.unsafe("select es.append($1::jsonb) as position", [sql.json(batch(k) as any)], {prepare:true})) }}
  await sql.unsafe("set synchronous_commit=on")
  await time("insert 1 row commit", 300, () => sql.unsafe("insert into es.reactor values ('x'||nextval('es.event_position'),0)", [], {prepare:true}))
  await sql.unsafe("set synchronous_commit=off")
  await time("insert 1 row commit async", 300, () => sql.unsafe("insert into es.reactor values ('x'||nextval('es.event_position'),0)", [], {prepare:true}))
  await adm.end(); await sql.end()
}))
