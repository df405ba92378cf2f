import { encode } from "../src/dataframe/Container.ts"
import { generate } from "./QueryData.ts"
let t = performance.now()
const data = generate(100000)
console.log("generate", performance.now()-t); t = performance.now()
encode(data.content, { modelGuid: "0bench0000000000000000" })
console.log("encode", performance.now()-t); 
t = performance.now()
encode(data.content, { modelGuid: "0bench0000000000000000" })
console.log("encode2", performance.now()-t); 
