import { expect } from "bun:test"
import type { Answer, DatasetReading, Found, Value } from "./DatasetReading.ts"

const calculators = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]

const near = (a: Value, b: Value): boolean =>
  typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)) : a === b

/** Returns the readers whose answers differ from the first one's; sums may differ by the order of additions. */
const others = (answers: Readonly<Record<string, Answer>>): ReadonlyArray<string> => {
  const [[, first]] = Object.entries(answers) as [[string, Answer]]
  const isSame = (answer: Answer) =>
    typeof answer !== "string" &&
    typeof first !== "string" &&
    answer.length === first.length &&
    answer.every((value, i) => near(value, first[i]!))
  return Object.entries(answers).flatMap(([reader, answer]) =>
    isSame(answer) ? [] : [`${reader}: ${JSON.stringify(answer)} instead of ${JSON.stringify(first)}`]
  )
}

const compareReaders = ({ answers, history }: Found): void => {
  const tables = Object.entries(answers).map(([table, byReader]) => [table, others(byReader)])
  expect(tables).toEqual([["products", []], ["properties", []], ["quantities", []]]) // prettier-ignore
  expect(Object.values(history).flatMap(others)).toEqual([])
}

const chunks = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Compares the cells of the sampled products with those that M4 shows, in the model's units and in SI. */
const compareCells = async (
  reading: DatasetReading,
  modelId: string,
  { cells, facts }: Found,
  sample: ReadonlyArray<string>
): Promise<void> => {
  const fields = facts.filter(([model]) => model === modelId).map(([, set, name]) => `${set}.${name}`)
  const guids = new Set(sample)
  const own = cells.filter(([model, guid]) => model === modelId && guids.has(guid))
  const byCell = new Map(own.map((row) => [`${row[1]} ${row[2]}.${row[3]}`, row]))
  const seen = new Set<string>()
  const wrong: Array<string> = []
  for (const units of ["Model", "SI"]) {
    for (const some of chunks(fields, 80)) {
      const path = `${reading.project}/models/${modelId}/products/properties/query?pageSize=5000`
      const { result } = await reading.json<{ result: ReadonlyArray<Record<string, { PropertySet: string | null; Value: Value }>> }>("POST", path, { fields: ["Guid", ...some], units }) // prettier-ignore
      for (const product of result) {
        const guid = product["Guid"] as unknown as string
        if (!guids.has(guid)) continue
        for (const field of some) {
          const { PropertySet, Value } = product[field]!
          const cell = `${guid} ${field}`
          const row = byCell.get(cell)
          if (PropertySet !== null) seen.add(cell)
          if (PropertySet === null && row === undefined) continue
          // Texts of several numbers stay in the unit of the model.
          if (units === "SI" && typeof Value === "string") continue
          const value = row?.[6] ?? (units === "SI" ? row?.[7] : row?.[5]) ?? row?.[4]
          if (row === undefined || value !== Value) wrong.push(`${cell} in ${units}: ${value} instead of ${Value}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(byCell.size).toBe(seen.size)
  expect(seen.size).toBeGreaterThan(0)
}

interface Groups {
  readonly groups: ReadonlyArray<{
    readonly count: number
    readonly measures: ReadonlyArray<{ readonly value: number | null; readonly measured: number }>
  }>
}

/** Compares counts, sums and distinct texts of properties with those of M8. */
const compareGroups = async (reading: DatasetReading, modelId: string, { facts }: Found): Promise<void> => {
  const own = facts.filter(([model]) => model === modelId)
  const numbers = own.filter(([, , , , numbers, , , , , units]) => numbers > 0 && units === 1)
  const texts = own.filter(([, , , , numbers, , texts, , booleans]) => texts > 0 && numbers + booleans === 0)
  const path = `${reading.project}/models/${modelId}/products/groups`
  const ask = async (some: Found["facts"], fn: string) => {
    const measures = some.map(([, set, name]) => ({ property: `${set}.${name}`, function: fn }))
    const { groups } = await reading.json<Groups>("POST", path, { groupBy: [], measures, units: "SI" })
    return groups[0]!.measures
  }
  const wrong: Array<string> = []
  for (const some of chunks(numbers, 20)) {
    for (const [i, { measured, value }] of (await ask(some, "Sum")).entries()) {
      const [, set, name, , count, sum] = some[i]!
      if (measured !== count || !near(value, sum)) wrong.push(`${set}.${name}: ${count}, ${sum}, not ${measured}, ${value}`) // prettier-ignore
    }
  }
  for (const some of chunks(texts, 20)) {
    for (const [i, { measured, value }] of (await ask(some, "CountDistinct")).entries()) {
      const [, set, name, , , , count, distinct] = some[i]!
      if (measured !== count || value !== distinct) wrong.push(`${set}.${name}: ${count}, ${distinct}, not ${measured}, ${value}`) // prettier-ignore
    }
  }
  expect(wrong).toEqual([])
  expect(numbers.length + texts.length).toBeGreaterThan(0)
}

/** Compares the quantities of all products with those of M5. */
const compareQuantities = async (reading: DatasetReading, modelId: string, { quantities }: Found): Promise<void> => {
  const path = `${reading.project}/models/${modelId}/products/quantities`
  const id = await reading.ready(`${path}/query`, { calculators })
  const { downloadUrl } = await reading.json<{ downloadUrl: string }>("GET", `${path}/${id}/result`)
  const { products } = (await (await fetch(downloadUrl)).json()) as {
    readonly products: ReadonlyArray<Readonly<Record<string, unknown>>>
  }
  const expected = products.flatMap((product) =>
    calculators.flatMap((name) => {
      const measure = product[name] as Readonly<Record<string, unknown>> | undefined
      if (measure === undefined) return []
      const { from, origin, suspect, value } = measure
      return [JSON.stringify([product["Guid"], name, value, origin, from, suspect ?? false])]
    })
  )
  const own = quantities.filter(([model, , measure]) => model === modelId && calculators.includes(measure))
  expect(own.map(([, ...row]) => JSON.stringify(row)).toSorted()).toEqual(expected.toSorted())
}

type Read = Awaited<ReturnType<DatasetReading["read"]>>

/**
 * Compares the findings of readers with each other and with the answers of the service, while the project of the dataset
 * changes. `travellers` are the readers that read earlier snapshots.
 */
export const make = (reading: DatasetReading, travellers: ReadonlyArray<string>) => {
  /** The sums of each snapshot while it was the newest. */
  const shown = new Map<string, Answer>()

  const compareAll = async ({ dataset, found, samples }: Read): Promise<void> => {
    compareReaders(found)
    if (found.filtered !== undefined) {
      expect(found.filtered.filter(([, , , , rows, counted]) => rows !== counted)).toEqual([])
      expect(found.filtered.length).toBeGreaterThan(dataset.models.length)
    }
    expect(Object.values(found.planned)).toEqual(dataset.models.map(() => 1))
    for (const { modelId } of dataset.models) {
      await compareCells(reading, modelId, found, samples[modelId]!)
      await compareGroups(reading, modelId, found)
      await compareQuantities(reading, modelId, found)
    }
  }

  const compareHistory = ({ dataset, found }: Read): void => {
    const id = dataset.tables["properties"]!["snapshotId"]!
    const [count, , sum] = Object.values(found.answers["properties"]!)[0] as ReadonlyArray<Value>
    shown.set(id, [count!, sum!])
    for (const [snapshot, answer] of shown) {
      expect(Object.keys(found.history[snapshot] ?? {})).toEqual([...travellers])
      expect(others({ before: answer, ...found.history[snapshot] })).toEqual([])
    }
  }

  /** Reads the dataset with every reader and compares all. */
  const compare = async (): Promise<Read> => {
    const read = await reading.read()
    await compareAll(read)
    compareHistory(read)
    return read
  }

  const afterImports = async (models: ReadonlyArray<string>): Promise<void> => {
    for (const name of models) await reading.imported(name)
    const { dataset } = await compare()
    expect(dataset.models).toHaveLength(models.length)
  }

  /** Edits one model, uploads a new file of another and removes a third, and compares after each step. */
  const afterChanges = async (newFile: string): Promise<void> => {
    const { dataset, samples } = await reading.read()
    const [edited, renewed, removed] = dataset.models.map(({ modelId }) => modelId) as [string, string, string]
    const path = `${reading.project}/models/${edited}`
    await reading.call("POST", `${path}/start-session`)
    const body = { addOrUpdate: { Note: { [samples[edited]![0]!]: { PropertySet: "Pset_Own", Value: "edited" } } } }
    expect(await reading.json<object>("POST", `${path}/products`, body)).toEqual({ errors: [] })
    await reading.call("POST", `${path}/publish`, { title: "Edited" })
    const { found } = await compare()
    expect(found.cells.filter(([, , set]) => set === "Pset_Own")).toMatchObject([{ 3: "Note", 4: "edited" }])

    await reading.renewed(renewed, newFile)
    await compare()

    await reading.call("DELETE", `${reading.project}/models/${removed}`)
    const afterRemoval = await compare()
    expect(afterRemoval.dataset.models).toHaveLength(dataset.models.length - 1)
    expect(shown.size).toBe(4)
  }

  return { afterImports, afterChanges }
}
