import { Effect, Scope, Exit } from "effect"
import * as TestService from "../src/http/testing/TestService.ts"
import * as Seed from "../src/http/testing/Seed.ts"
const scope = Effect.runSync(Scope.make())
const s = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const token = s.token("ada")
const id = await Seed.project(s, token)
const headers = { authorization: `Bearer ${token}` }
const url = `http://localhost:8080/v1/projects/${id}`
const run = async (n: number) => { const t = performance.now(); const c = process.cpuUsage(); for (let i=0;i<n;i++){ const r = await s.fetch(new Request(url,{headers})); if(r.status!==200) throw new Error() } const c2=process.cpuUsage(c); return [((performance.now()-t)*1000/n).toFixed(1), ((c2.user+c2.system)/n).toFixed(1)] }
for (let i=0;i<8;i++) console.log(await run(5000))
process.exit(0)
