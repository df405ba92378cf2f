/** Writes a table of a million rows in the format of the first argument. Prints the bytes and the memory it took. */
import process from "node:process"
import { idleOfProcess, peakOfProcess } from "../../../bench/ResidentMemory.ts"
import { type SheetFormat, write } from "../write/SheetFile.ts"
import { largeBlocks, largeColumns } from "./LargeSheet.ts"
import { options } from "./SheetFiles.ts"

const idle = idleOfProcess()
let bytes = 0
for (const piece of write(process.argv[2] as SheetFormat, largeColumns, largeBlocks(1_000_000, "late"), options))
  bytes += piece.length
console.log(JSON.stringify({ bytes, memory: peakOfProcess() - idle }))
