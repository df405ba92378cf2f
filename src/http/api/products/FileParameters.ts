import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"
import { fileTypes } from "../../call/FileTypes.ts"

const flag = Schema.Literal("true", "false")

/** The parameters of answers as files. They say how CSV is written. */
export const FileParameters = Schema.Struct({
  bom: optional(flag),
  separator: optional(Schema.Literal(",", ";", "\t", "|")),
  decimal: optional(Schema.Literal(".", ",")),
  unitsInHeader: optional(flag)
})

const parameter = (name: string, description: string, schema: object) => ({
  name,
  in: "query",
  required: false,
  description,
  schema
})

const parameters = [
  parameter("bom", "CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8", {
    type: "boolean"
  }),
  parameter("separator", "CSV only. By default a comma", { type: "string", enum: [",", ";", "\t", "|"] }),
  parameter("decimal", "CSV only. By default a point", { type: "string", enum: [".", ","] }),
  parameter("unitsInHeader", "CSV only. If true, headers name units, as in `Width [Millimetre]`", { type: "boolean" })
]

interface Answer {
  readonly content?: object
  readonly headers?: object
}

const about =
  "A file, if `Accept` names this type. It has flat columns, plain values, and all rows if neither page nor pageSize is given. `Content-Disposition` contains its name."

const ofModel = {
  "X-Model-Version-Id": { description: "The public version that the answer shows", schema: { type: "string" } }
}

/**
 * Documents that an endpoint answers with a file if `Accept` names one of the formats, and parameters that its handler
 * parses itself.
 */
export const answersAsFile = (isOfModel: boolean, ...others: ReadonlyArray<object>) =>
  OpenApi.annotations({
    transform: (operation) => {
      const { 200: answer, ...errors } = operation["responses"] as Readonly<Record<string, Answer>>
      const files = Object.fromEntries(
        fileTypes.map((type) => [type, { schema: { type: "string", description: about } }])
      )
      return {
        ...operation,
        parameters: [...operation["parameters"], ...others, ...parameters],
        responses: {
          ...errors,
          200: {
            ...answer,
            headers: { ...answer!.headers, ...(isOfModel && ofModel) },
            content: { ...answer!.content, ...files }
          }
        }
      }
    }
  })
