import { limits } from "../../../domain/Limits.ts"
import { quoted } from "../../../domain/Quoted.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import { beyond } from "../../../sheets/read/SheetFault.ts"
import * as Forms from "../../query/Forms.ts"
import type { NamedReferences } from "../judgement/NamedReferences.ts"
import { type Refusal, refuse } from "../judgement/Refusal.ts"
import type { Named } from "../overlay/EditText.ts"
import type { Seen } from "../overlay/Layers.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"
import type { SheetCells } from "./SheetCells.ts"

/** A code that has an identification, and its library. */
interface FoundCode {
  readonly guid: string
  readonly library: string
}

type FoundCodes = ReadonlyArray<FoundCode>

/** The references of a project that have the names of a sheet, by name, and codes by identification. */
export interface CalledReferences {
  readonly locations: ReadonlyMap<string, ReadonlyArray<string>>
  readonly materials: ReadonlyMap<string, ReadonlyArray<string>>
  readonly codes: ReadonlyMap<string, FoundCodes>
}

const separator = "; "

const kinds = { SpatialLocation: "locations", Material: "materials", Code: "codes" } as const
type ReferenceKey = keyof typeof kinds

export const isReference = (key: string): key is ReferenceKey => Object.hasOwn(kinds, key)

/** Generates the text behind each colon: the identification, if the library of a code stands before the colon. */
function* behindColons(text: string): Generator<string> {
  for (const { index } of text.matchAll(/:/g)) yield text.slice(index + 1)
}

/**
 * Returns the texts by which the cells of a sheet name references: names, identifications and guids. Throws
 * `SheetFault` if they are too many: a cell of colons alone has as many texts as characters.
 */
export const namesIn = (groups: ReadonlyArray<SheetCells>): NamedReferences => {
  const found = { locations: new Set<string>(), materials: new Set<string>(), codes: new Set<string>() }
  let characters = 0
  const add = (names: Set<string>, name: string): boolean => {
    if (names.has(name)) return false
    characters += name.length
    if (characters > limits.namesOfSheet.most) throw beyond(limits.namesOfSheet)
    names.add(name)
    return true
  }
  for (const { cells, isExact, key } of groups) {
    if (!isReference(key)) continue
    const names = found[kinds[key]]
    for (const { value } of cells) {
      if (value === null) continue
      const texts = typeof value === "object" ? value : [String(value)]
      for (const text of texts) {
        if (!add(names, text) || key !== "Code" || isExact) continue
        for (const item of text.split(separator)) {
          if (item !== text && !add(names, item)) continue
          for (const identification of behindColons(item)) if (!add(names, identification)) break
        }
      }
    }
  }
  return { locations: [...found.locations], materials: [...found.materials], codes: [...found.codes] }
}

/** Finds the references that cells name. */
export class SheetReferences {
  private readonly rowOf: (guid: string) => number
  private readonly behind = new Map<string, ReadonlyArray<readonly [identification: string, codes: FoundCodes]>>()

  constructor(
    private readonly seen: Seen,
    private readonly called: CalledReferences,
    private readonly named: Named
  ) {
    this.rowOf = rowsByGuid(seen.table)
  }

  /** Returns the value with guids in place of names, or a refusal. */
  guidsOf(key: ReferenceKey, product: string, value: Scalar): Scalar | ReadonlyArray<string> | Refusal {
    if (value === null || value === "") return key === "Code" ? [] : null
    const text = String(value)
    if (key === "Code") return this.codes(product, text)
    const isLocation = key === "SpatialLocation"
    const guid = isLocation ? text : text.toLowerCase()
    if ((isLocation ? this.named.locations : this.named.materials).has(guid)) return guid
    const guids = (isLocation ? this.called.locations : this.called.materials).get(text) ?? []
    const what = isLocation ? "location" : "material"
    return guids.length === 1 ? guids[0]! : refuse("ReferenceNotFound", missing(what, text, guids.length))
  }

  private codes(product: string, text: string): ReadonlyArray<string> | Refusal {
    const whole = this.code(product, text)
    if (typeof whole === "string") return [whole]
    const items = text.split(separator).map((item) => this.code(product, item))
    const wrong = items.find((item) => typeof item !== "string")
    return wrong ?? [...new Set(items as ReadonlyArray<string>)]
  }

  private code(product: string, text: string): string | Refusal {
    const guid = text.toLowerCase()
    if (this.named.codes.has(guid)) return guid
    const found = this.called.codes.get(text) ?? []
    if (found.length === 1) return found[0]!.guid
    // The cell shows the identification alone of a code that the product has already.
    const own = found.filter((code) => this.hasCode(product, code.guid))
    if (own.length === 1) return own[0]!.guid
    const inLibrary = this.codesBehind(text.split(separator).at(-1)!).flatMap(([identification, codes]) => {
      const library = text.slice(0, text.length - identification.length - 1)
      return codes.filter((code) => code.library === library)
    })
    return inLibrary.length === 1
      ? inLibrary[0]!.guid
      : refuse("ReferenceNotFound", missing("code", text, Math.max(found.length, inLibrary.length)))
  }

  /** Returns the codes whose identifications stand behind a colon. The texts of a sheet repeat. */
  private codesBehind(text: string) {
    return this.behind.getOrInsertComputed(text, () =>
      Array.from(
        behindColons(text),
        (identification) => [identification, this.called.codes.get(identification) ?? []] as const
      ).filter(([, codes]) => codes.length > 0)
    )
  }

  private hasCode(product: string, guid: string): boolean {
    const { table, view } = this.seen
    const row = this.rowOf(product)
    if (row === -1) return false
    return Forms.of(table, view).codeSets[table.reference("codeSet").keyOf(row)]!.some((code) => code.guid === guid)
  }
}

const missing = (what: string, text: string, count: number): string =>
  count === 0
    ? `The project has no ${what} ${quoted(text)}.`
    : `The project has ${count} ${what}s that are called ${quoted(text)}. Name one by its ${what === "code" ? "library or " : ""}guid.`
