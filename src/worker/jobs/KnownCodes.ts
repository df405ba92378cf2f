import * as Overlay from "../../dataframe/query/Overlay.ts"
import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { ofCode } from "../../domain/DerivedUuid.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { DescribedCode } from "../../domain/libraries/Described.ts"
import { NamedSystems } from "../../domain/libraries/NamedSystems.ts"
import type { ContentCode, ModelContent } from "../../domain/models/ModelContent.ts"

/** The guid of a code, and what an export writes of it. */
export type GivenCode = readonly [guid: string, code: Pick<DescribedCode, "identification" | "system">]

/** The codes of published edits: those that they refer to, and the edits of products' codes. */
export interface Given {
  readonly codes: ReadonlyArray<GivenCode>
  readonly edits: Iterable<Edit>
}

/** A code of the file that stands for several of the project, and the guids of these. */
type Shared = ReadonlyMap<number, ReadonlySet<string>>

/** Returns the guids of the codes that a product has by its file and by the published edits. */
const ownedBy = (before: ProductTable, edits: Iterable<Edit>): ((guid: string) => ReadonlySet<string>) => {
  const edited = Overlay.add(Overlay.empty, edits).codes
  const rows = new Map(Array.from({ length: before.count }, (_, row) => [before.guidOf(row), row]))
  const { codeGuids, codes } = before
  return (guid) => {
    const row = rows.get(guid)
    const ofFile = row === undefined ? [] : codes.sets[before.reference("codeSet").keyOf(row)]!.own
    const now = edited.get(guid)
    const all = now?.all ?? ofFile.map((code) => codeGuids[code]!)
    return new Set([...all, ...(now?.added ?? [])]).difference(now?.removed ?? new Set())
  }
}

/**
 * Returns the content with separate codes for products whose codes look alike in the file. An export writes codes that
 * share their identification and the name of their library as one code, so only the state of the product before the
 * import tells which of them it had.
 */
const toldApart = (
  content: ModelContent,
  shared: Shared,
  guidOf: (code: ContentCode) => string,
  owned: (guid: string) => ReadonlySet<string>
): ModelContent => {
  const codes = [...content.codes]
  const codeSets = [...content.codeSets]
  const codeSet = content.products.codeSet.slice()
  const known = new Map<string, number>()
  const setByCodes = new Map(codeSets.map((set, i) => [set.join(), i]))
  const withGuid = (code: number, guid: string): number =>
    guidOf(codes[code]!) === guid
      ? code
      : known.getOrInsertComputed(`${code} ${guid}`, () => codes.push({ ...codes[code]!, guid }) - 1)
  for (const [product, guid] of content.products.guid.entries()) {
    const set = content.codeSets[codeSet[product]!]
    if (set === undefined || !set.some((code) => shared.has(code))) continue
    const had = owned(guid)
    const now = set.flatMap((code) => {
      const guids = [...had].filter((one) => shared.get(code)?.has(one) === true)
      return guids.length === 0 ? [code] : guids.map((one) => withGuid(code, one))
    })
    codeSet[product] = setByCodes.getOrInsertComputed(now.join(), () => codeSets.push(now) - 1)
  }
  return { ...content, codes, codeSets, products: { ...content.products, codeSet } }
}

/**
 * Returns the content of a new file of a model with the guids of those codes that an export of the model wrote into it,
 * so that taking back an export doubles neither codes nor libraries.
 *
 * @param before the table of the file so far: it keeps the codes that it contained, and has those that it was given
 */
export const withKnownCodes = (content: ModelContent, before: ProductTable, given: Given): ModelContent => {
  const systems = new NamedSystems(content.codifications)
  const { codes: codesBefore, codifications } = before.codes
  const systemsBefore = new Map(content.codifications.map((system, i) => [system.key, i] as const).toReversed())
  const imported = new Set<string>()
  const known = new Map<string, Set<string>>()
  const key = (codification: number, identification: string): string => `${codification}\0${identification}`
  const add = (system: number, identification: string, guid: string) =>
    known.getOrInsertComputed(key(system, identification), () => new Set()).add(guid)
  for (const [i, { codification, guid, identification }] of codesBefore.entries()) {
    const system = systemsBefore.get(codifications[codification] ?? null)
    if (guid === undefined) imported.add(before.codeGuids[i]!)
    else if (system !== undefined) add(system, identification, guid)
  }
  for (const [guid, { identification, system }] of given.codes) {
    const found = systems.of(system)
    if (found !== undefined) add(found, identification, guid)
  }
  if (known.size === 0) return content
  const { modelGuid } = before.structure
  const guidOf = ({ codification, guid, identification }: ContentCode): string =>
    guid ?? ofCode(modelGuid, content.codifications[codification]!.key, identification)
  const shared = new Map<number, ReadonlySet<string>>()
  const renamed = content.codes.map((code, i) => {
    const guids = known.get(key(code.codification, code.identification))
    if (guids === undefined) return code
    const own = guidOf(code)
    const isImported = imported.has(own)
    const all = isImported ? guids.union(new Set([own])) : guids
    if (all.size > 1) shared.set(i, all)
    return isImported ? code : { ...code, guid: [...guids].at(-1)! }
  })
  const named = { ...content, codes: renamed }
  const { codes, codeSets, products } =
    shared.size === 0 ? named : toldApart(named, shared, guidOf, ownedBy(before, given.edits))
  const withNewCodes = new Set(codes.filter(({ guid }) => guid === undefined).map(({ codification }) => codification))
  const withCodes = new Set(codes.map(({ codification }) => codification))
  return {
    ...content,
    codes,
    codeSets,
    products,
    codifications: content.codifications.map((system, i) =>
      withCodes.has(i) && !withNewCodes.has(i) ? { ...system, isKnown: true } : system
    )
  }
}
