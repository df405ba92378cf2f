import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { ofCode } from "../../domain/DerivedUuid.ts"
import type { DescribedCode } from "../../domain/libraries/Described.ts"
import { NamedSystems } from "../../domain/libraries/NamedSystems.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"

/** The guid of a code, and what an export writes of it. */
export type GivenCode = readonly [guid: string, code: Pick<DescribedCode, "identification" | "system">]

/**
 * Returns the content of a new file of a model with the guids of those codes that an export of the model wrote into it,
 * so that taking back an export doubles neither codes nor libraries.
 *
 * @param before the table of the file so far: it keeps the codes that it brought, and has those that it was given
 * @param given the codes that published edits refer to
 */
export const withKnownCodes = (
  content: ModelContent,
  before: ProductTable,
  given: ReadonlyArray<GivenCode>
): ModelContent => {
  const systems = new NamedSystems(content.codifications)
  const { codes: codesBefore, codifications } = before.codes
  const systemsBefore = new Map(content.codifications.map((system, i) => [system.key, i] as const).toReversed())
  const brought = new Set<string>()
  const known = new Map<string, string>()
  const key = (codification: number, identification: string): string => `${codification}\0${identification}`
  for (const [i, { codification, guid, identification }] of codesBefore.entries()) {
    const system = systemsBefore.get(codifications[codification] ?? null)
    if (guid === undefined) brought.add(before.codeGuids[i]!)
    else if (system !== undefined) known.set(key(system, identification), guid)
  }
  for (const [guid, { identification, system }] of given) {
    const found = systems.of(system)
    if (found !== undefined) known.set(key(found, identification), guid)
  }
  if (known.size === 0) return content
  const { modelGuid } = before.structure
  const codes = content.codes.map((code) => {
    const { codification, identification } = code
    const guid = known.get(key(codification, identification))
    const isBrought = brought.has(ofCode(modelGuid, content.codifications[codification]!.key, identification))
    return guid === undefined || isBrought ? code : { ...code, guid }
  })
  const bringing = new Set(codes.filter(({ guid }) => guid === undefined).map(({ codification }) => codification))
  const having = new Set(codes.map(({ codification }) => codification))
  return {
    ...content,
    codes,
    codifications: content.codifications.map((system, i) =>
      having.has(i) && !bringing.has(i) ? { ...system, isKnown: true } : system
    )
  }
}
