import * as Either from "effect/Either"
import type { RequirementsFacts } from "../domain/requirements/RequirementsDocument.ts"
import { compileIds } from "./check/CompiledIds.ts"
import { warningsOf } from "./check/Warnings.ts"
import type { IdsFault } from "./document/IdsFault.ts"
import { specificationWords } from "./words/SpecificationWords.ts"
import { readIds } from "./document/ReadIds.ts"

/** The most warnings that are listed with a document. Documents that people write have a few. */
const mostWarnings = 1000
const mostCharacters = 500

/** The most characters of the text of a specification. Most specifications need a quarter of this. */
const mostOfWords = 1000

const cut = (text: string, most = mostCharacters): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`

/**
 * Returns the description of a document: its information, specifications and warnings. Fails with the line and the
 * reason if it cannot be checked.
 */
export const describeIds = (bytes: Uint8Array): Either.Either<RequirementsFacts, IdsFault> =>
  Either.gen(function* () {
    const document = yield* readIds(bytes)
    yield* compileIds(document)
    const { author, date, description, purpose, specifications, title, version } = document
    return {
      title,
      ...(version === null ? {} : { version }),
      ...(author === null ? {} : { author }),
      ...(date === null ? {} : { date }),
      ...(description === null ? {} : { description }),
      ...(purpose === null ? {} : { purpose }),
      specifications: specifications.map((specification) => {
        const { identifier, ifcVersions, name, necessity } = specification
        return {
          name,
          text: cut(specificationWords(specification), mostOfWords),
          ...(identifier === null ? {} : { identifier }),
          necessity,
          ifcVersions
        }
      }),
      warnings: warningsOf(document)
        .slice(0, mostWarnings)
        .map(({ specification, text }) => ({ specification: cut(specification), text: cut(text) }))
    }
  })
