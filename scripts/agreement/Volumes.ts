import { join } from "node:path"
import * as IfcOpenShell from "../../bench/IfcOpenShell.ts"

/** A volume that another reader computes, in cubic metres. */
export interface OtherVolume {
  readonly guid: string
  readonly volume: number
  /** Whether its mesh is closed; the volume of an open one means little. */
  readonly isClosed: boolean
}

/** Returns the volumes that IfcOpenShell computes for the products of a file, those that are positive. */
export const volumesOf = async (path: string): Promise<ReadonlyArray<OtherVolume>> => {
  const python = await IfcOpenShell.pythonOf()
  const child = Bun.spawn([python, join(import.meta.dir, "volumes.py"), path], { stdout: "pipe", stderr: "ignore" })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${IfcOpenShell.name} could not read ${path}`)
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "))
    .map(([guid, volume, isClosed]) => ({ guid: guid!, volume: Number(volume), isClosed: isClosed === "1" }))
    .filter(({ volume }) => volume > 1e-9)
}

/** How the volume of a product compares: its model and class, and how far the computed one is from the other, as a part. */
export interface Comparison {
  readonly model: string
  readonly class: string
  readonly guid: string
  /** NaN if there is none computed. */
  readonly away: number
  readonly isClosed: boolean
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`.padStart(8)

/** Prints a table by class, and the products that are off by more than 5 %. */
export const print = (comparisons: ReadonlyArray<Comparison>): void => {
  console.log(`\nvolumes beside ${IfcOpenShell.name}`.padEnd(64), "  all  without within 1 % within 5 %")
  const line = (title: string, of: ReadonlyArray<Comparison>) => {
    const within = (part: number) => of.filter(({ away }) => Math.abs(away) <= part).length
    const without = of.filter(({ away }) => Number.isNaN(away)).length
    const numbers = [String(of.length).padStart(6), String(without).padStart(8)]
    console.log(title.padEnd(64), ...numbers, percent(within(0.01), of.length), percent(within(0.05), of.length))
  }
  for (const [model, ofModel] of Map.groupBy(comparisons, (one) => one.model)) {
    line(model, ofModel)
    for (const [name, ofClass] of Map.groupBy(ofModel, (one) => one.class)) line(`  ${name}`, ofClass)
  }
  line("all", comparisons)
  const closed = comparisons.filter(({ isClosed }) => isClosed)
  line("of these, whose mesh is closed there too", closed)
  for (const { away, class: name, guid, isClosed, model } of comparisons) {
    if (Math.abs(away) > 0.05) {
      console.log(
        `  off by ${(100 * away).toFixed(1)} %: ${name} ${guid} of ${model}${isClosed ? "" : " (open there)"}`
      )
    }
  }
}
