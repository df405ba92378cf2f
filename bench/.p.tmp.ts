import { Either } from "effect"
import { calculators } from "../calculators/Calculators.ts"
import { encode } from "../src/dataframe/Container.ts"
import * as Page from "../src/dataframe/Page.ts"
import { open } from "../src/dataframe/ProductTable.ts"
import * as Quantities from "../src/dataframe/Quantities.ts"
import { select } from "../src/dataframe/Selection.ts"
import * as Distinct from "../src/dataframe/Distinct.ts"
import * as Matcher from "../src/dataframe/Matcher.ts"
import * as Kernel from "../src/dataframe/Kernel.ts"
import { byClass } from "../src/dataframe/Totals.ts"
import * as View from "../src/dataframe/View.ts"
import { generate } from "./QueryData.ts"
import { contains, measures, pages } from "./QueryWorkloads.ts"
const data = generate(10000)
const table = open(encode(data.content, { modelGuid: "0bench0000000000000000" }))
const view = View.empty("1")
const asked = measures.map((name) => calculators.find((c) => c.name === name)!)
const time = (name: string, f: () => unknown, n = 3000) => { for (let i=0;i<n;i++) f(); const a:number[]=[]; for (let i=0;i<n;i++){const t=performance.now(); f(); a.push(performance.now()-t)} a.sort((x,y)=>x-y); console.log(name.padEnd(20), (a[n>>1]!*1000).toFixed(1), "us  p10", (a[n/10|0]!*1000).toFixed(1)) }
const col = table.properties.find(p=>p.name==="Reference")!.column
const m = Matcher.make(contains[0]!)
time("sums", () => Quantities.calculate(table, view, { calculators: asked, filters: contains, computed: null }))
time("select", () => select(table, view, contains))
time("lut", () => Distinct.ofColumn(col, m))
time("accepts only", () => { let n=0; for (let c=0;c<col.size;c++) { const v = col.valueOf(c); if (v!==null && Matcher.accepts(m, v)) n++ } return n })
const lut = Distinct.ofColumn(col, m)
time("marked", () => Kernel.marked(col, lut))
const sel = Either.getOrThrow(select(table, view, contains))
const res = Either.getOrThrow(Quantities.calculate(table, view, { calculators: asked, filters: contains, computed: null }))
time("byClass", () => byClass(table, sel, res.measures))
for (const w of pages(data)) time(w.name, () => Page.query(table, view, {...w, page: 1}), 300)
for (const w of pages(data)) time("sel "+w.name, () => select(table, view, w.filters), 300)
