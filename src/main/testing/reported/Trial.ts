import { type Json, type JsonObject, textOf } from "../../../../spec-tests/harness/Answer.ts"
import { status } from "../../../../spec-tests/harness/Check.ts"
import type { Context } from "../../../../spec-tests/harness/Context.ts"
import { fetched, follow, type Imported, importBytes } from "../../../../spec-tests/harness/Imports.ts"
import { calculate, query } from "../../../../spec-tests/harness/Query.ts"
import type { Cells, Details, Expected, Filter, Quantities } from "./Expected.ts"
import { cellHolds, near } from "./Values.ts"

const calculators = ["Count", "Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]

/** The faults found in one file, one line each: the subject, the expected value and the answer. */
export class Findings {
  readonly lines: Array<string> = []

  check(what: string, holds: boolean, expected: unknown, actual: unknown): void {
    if (!holds) this.lines.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
  }
}

/** Compares the answers of the service about an imported model with the expected ones. */
export class Trial {
  readonly findings: Findings
  constructor(
    readonly context: Context,
    readonly model: Imported,
    /** The text of the import's report. */
    readonly report: string,
    findings = new Findings()
  ) {
    this.findings = findings
  }

  static async of(context: Context, bytes: Uint8Array, findings?: Findings): Promise<Trial> {
    const model = await importBytes(context.api, await context.newProject("Reported faults"), bytes)
    const operation = model.looks.at(-1)!
    const report = status(await fetched(context.anonymous, operation.string("reportUrl")), 200)
    return new Trial(context, model, report.text, findings)
  }

  /** Compares cells of M4. */
  async products(cells: Cells, when = ""): Promise<void> {
    const fields = [...new Set(Object.values(cells).flatMap((row) => Object.keys(row)))]
    const answer = status(await query(this.context, this.model, { fields: ["Guid", ...fields] }, "?pageSize=1000"), 200)
    const rows = new Map(answer.list("result").map((row) => [textOf(row["Guid"]), row]))
    for (const [guid, row] of Object.entries(cells)) {
      for (const [field, expected] of Object.entries(row)) {
        const cell = rows.get(guid)?.[field]
        this.findings.check(`${when}${guid} ${field}`, cellHolds(field, cell, expected, this.report), expected, cell)
      }
    }
  }

  /** Compares units and data types of M3. */
  async details(details: Details, unlisted: ReadonlyArray<string> = [], when = ""): Promise<void> {
    const path = `${this.model.path}/products/properties/available-data?pageSize=1000`
    const answer = status(await this.context.api.get(path), 200)
    const found = new Map(answer.list("fieldDetails").map((detail) => [textOf(detail["name"] ?? null), detail]))
    const listed = answer.list("fields").map(String)
    for (const [field, expected] of Object.entries(details)) {
      const detail = found.get(field) ?? answer.list("fieldDetails")[listed.indexOf(field)] ?? {}
      for (const [member, value] of Object.entries(expected)) {
        const name = member === "unit" && !("unit" in detail) ? "unitName" : member
        this.findings.check(`${when}${field} ${member}`, detail[name] === value, value, detail)
      }
    }
    for (const field of unlisted) this.findings.check("listed by M3", !listed.includes(field), "not listed", field)
  }

  async filters(filters: ReadonlyArray<Filter>): Promise<void> {
    for (const [filter, guids] of filters) {
      const answer = await query(this.context, this.model, { fields: ["Guid"], filters: [filter] }, "?pageSize=1000")
      const found = status(answer, 200)
        .list("result")
        .map((row) => textOf(row["Guid"]))
        .toSorted()
      const choices = "oneOf" in guids ? guids.oneOf : [guids]
      const holds = choices.some((choice) => choice.toSorted().join() === found.join())
      this.findings.check(JSON.stringify(filter), holds, guids, found)
    }
  }

  async quantities({ alsoCarriedByParts = {}, filters, products = {}, totals = {} }: Quantities): Promise<void> {
    const body = { calculators, ...(filters === undefined ? {} : { filters }) }
    const answer = await calculate(this.context, this.model, body)
    for (const [calculator, expected] of Object.entries(totals)) {
      this.#measured(`total ${calculator}`, answer.at("totals", calculator), expected)
    }
    const rows = new Map(answer.list("products").map((row) => [textOf(row["Guid"]), row]))
    for (const [guid, values] of Object.entries(products)) {
      for (const [calculator, expected] of Object.entries(values)) {
        const missing = (answer.at("missing", calculator) as ReadonlyArray<Json> | undefined) ?? []
        const found = rows.get(guid)?.[calculator]
        const isMissing = found === undefined && missing.includes(guid)
        this.#measured(`${guid} ${calculator}`, isMissing ? null : found, expected)
      }
    }
    for (const [calculator, expected] of Object.entries(alsoCarriedByParts)) {
      const found = answer.at("alsoCarriedByParts", calculator)
      const holds = Array.isArray(found) && found.map(String).toSorted().join() === expected.toSorted().join()
      this.findings.check(`alsoCarriedByParts ${calculator}`, holds, expected, found)
    }
  }

  /** Compares dynamic properties (M8), whose names are given without `Computed.`. */
  async computed(values: NonNullable<Expected["computed"]>, tolerance = 0.006): Promise<void> {
    const started = await this.context.api.post(`${this.model.path}/products/dynamic-properties/query`, {})
    const id = status(started, 202).string("id")
    await follow(this.context.api, id)
    const link = await this.context.api.get(`${this.model.path}/products/dynamic-properties/${id}/result`)
    const url = status(link, 200).string("downloadUrl")
    const result = status(await fetched(this.context.anonymous, url), 200)
    const rows = new Map(result.list("result").map((row) => [textOf(row["Guid"]), row]))
    for (const [guid, measures] of Object.entries(values)) {
      for (const [name, expected] of Object.entries(measures)) {
        const cell = (rows.get(guid)?.[`Computed.${name}`] ?? null) as JsonObject | null
        const value = cell?.["Value"] ?? null
        const isCoordinate = /^Centroid|Elevation$/.test(name)
        if (isCoordinate && typeof expected === "number") {
          const close = typeof value === "number" && Math.abs(value - expected) <= 0.001
          this.findings.check(`${guid} ${name}`, close, expected, cell)
        } else this.#measured(`${guid} ${name}`, cell, expected, tolerance)
      }
    }
  }

  /** Compares one value of M6 or M9 (`{value}` or `{Value}`, or a bare number); null if it must be missing. */
  #measured(what: string, found: Json | undefined, expected: Json, usual = 0.006): void {
    const cell = typeof found === "object" && found !== null ? (found as JsonObject) : null
    const value = cell === null ? found : (cell["value"] ?? cell["Value"] ?? null)
    const wanted = typeof expected === "object" && expected !== null ? (expected as JsonObject) : { value: expected }
    if (value === null && wanted["orMissing"] === true) return
    const tolerance = typeof wanted["tolerance"] === "number" ? wanted["tolerance"] : usual
    const choices = (
      Array.isArray(wanted["oneOf"]) ? wanted["oneOf"] : [wanted["value"] ?? null]
    ) as ReadonlyArray<Json>
    const holds = choices.some((choice) =>
      typeof choice === "number" ? typeof value === "number" && near(value, choice, tolerance) : value === choice
    )
    this.findings.check(what, holds, expected, found)
    for (const member of ["origin", "from"] as const) {
      const text = wanted[member]
      if (text !== undefined) this.findings.check(`${what} ${member}`, cell?.[member] === text, text, found)
    }
  }
}
