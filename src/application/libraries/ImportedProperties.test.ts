import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { tableOf } from "../../dataframe/testing/TestContent.ts"
import { ofProperty } from "../../domain/DerivedUuid.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { type ListedModel, ModelRepository } from "../../ports/models/ModelRepository.ts"
import { PropertySetRepository } from "../../ports/libraries/PropertySetRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { ImportedProperties } from "./ImportedProperties.ts"
import { Tables } from "../views/Tables.ts"

const [project, ada] = ["7" as ProjectId, "ada" as UserId]
const table = tableOf({ products: [{ cells: [["Set|Length", 1]] }] })
const length = ofProperty(project, "Set", "Length")
const models = Array.from({ length: 200 }, (_, i) => ({ table: `table ${i}`, role: "Viewer" }) as ListedModel)
let loads = 0

const layer = ImportedProperties.Default.pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.mock(ModelRepository, { list: () => Pull.make(...models) }),
      Layer.mock(PropertySetRepository, {
        exception: () => Effect.succeedNone,
        edited: () => Effect.succeedNone,
        guidOf: () => Effect.succeed(length)
      }),
      Layer.succeed(
        Tables,
        new Tables({
          get: () =>
            Effect.sync(() => {
              loads += 1
              return table
            }),
          hold: () => Effect.succeed([]),
          bytesOfAll: () => Effect.succeed(0),
          bytesHeld: Effect.succeed(0)
        })
      )
    )
  )
)

withLayer(layer)("tables of a project are loaded once, whatever is asked for and however many they are", () =>
  Effect.gen(function* () {
    const { find } = yield* ImportedProperties
    for (let i = 0; i < 5; i++) {
      expect(yield* find(project, ada, ofProperty(project, "Set", `Unknown ${i}`))).toEqual(Option.none())
    }
    expect(loads).toBe(models.length)
    for (let i = 0; i < 3; i++) {
      expect(yield* find(project, ada, length)).toMatchObject({ value: { name: "Length", dataType: "double" } })
    }
    // The second run checks what each error says about the existing object.
    expect(loads).toBe(models.length * 2)
  })
)
