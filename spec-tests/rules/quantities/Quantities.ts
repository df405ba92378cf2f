import type { Answer } from "../../harness/Answer.ts"
import { each, holds, near, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { calculate, type HouseKey, houseKeys } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)
const m5 = rules("specification M5", operating)
const measures = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"] as const

/** All six calculators over the whole house, calculated once. */
const whole = (context: Context): Promise<Answer> =>
  context.once("all quantities", async () =>
    calculate(context, await context.house, { calculators: ["Count", ...measures] })
  )

const product = async (context: Context, key: HouseKey) =>
  (await whole(context)).list("products").find(({ Guid }) => Guid === guid(key)) ?? {}

const guids = (keys: ReadonlyArray<HouseKey>): ReadonlyArray<string> => keys.map((key) => guid(key)).sort()

const missing: Readonly<Record<(typeof measures)[number], ReadonlyArray<HouseKey>>> = {
  Length: ["Panel", "Slab", "Chair", "Nameless"],
  NetArea: ["Mullion", "Beam", "Proxy", "Chair", "Nameless"],
  GrossArea: ["WallB", "Mullion", "Panel", "Column", "Beam", "Proxy", "Chair", "Nameless"],
  NetVolume: ["Door", "Window", "Proxy", "Nameless"],
  GrossVolume: ["WallB", "Mullion", "Panel", "Door", "Window", "Beam", "Proxy", "Nameless"]
}

export const quantities = [
  m5("M5-started", "Starting a calculation answers 202 with the operation and its Location", async (context) => {
    const { path } = await context.house
    const answer = status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
    same("members", Object.keys(answer.object()).sort(), ["id", "kind", "percentageCompleted", "status"])
    same("kind", answer.at("kind"), "CalculateQuantities")
    holds(
      "Location",
      answer.header("location").endsWith(`/v1/operations/${answer.string("id")}`),
      answer.header("location")
    )
  }),
  eight(
    "8-400-calculators",
    "calculators absent, empty, or with an unknown name: 400 InvalidCalculator",
    async ({ api, house }) => {
      const { path } = await house
      const bad = [
        {},
        { calculators: null },
        { calculators: [] },
        { calculators: ["Weight"] },
        { calculators: ["Count", ""] }
      ]
      await each(
        bad,
        (body) => JSON.stringify(body),
        async (body) => {
          errorView(await api.post(`${path}/products/quantities/query`, body), 400, "InvalidCalculator")
        }
      )
      errorView(await api.post(`${path}/products/quantities/query`, { calculators: "Count" }), 400)
    }
  ),
  eight(
    "8-result-members",
    "The result names operation, model, source, calculators, totals, units, classes and products",
    async (context) => {
      const answer = await whole(context)
      const { modelId, path } = await context.house
      const members = [
        "operationId",
        "modelId",
        "source",
        "calculators",
        "filters",
        "totals",
        "units",
        "byClass",
        "products",
        "missing",
        "carriedByParts",
        "alsoCarriedByParts"
      ]
      same("members", Object.keys(answer.object()).sort(), members.sort())
      same("modelId", answer.at("modelId"), modelId)
      same("source", answer.at("source"), status(await context.api.get(path), 200).at("latestPublicSource"))
      same("calculators", answer.at("calculators"), ["Count", ...measures])
    }
  ),
  eight("8-totals", "Totals are sums of the authored values in SI, whatever the model's units", async (context) => {
    // The window has the area that its sizes give, 1.08 m².
    const expected = { Count: 13, Length: 17.5, NetArea: 82.78, GrossArea: 67.18, NetVolume: 15.72, GrossVolume: 14.22 }
    const answer = await whole(context)
    await each(
      Object.entries(expected),
      ([name]) => name,
      ([name, value]) => near(name, answer.at("totals", name), value)
    )
    same("no others", Object.keys(answer.object("totals")).sort(), Object.keys(expected).sort())
  }),
  eight("8-units", "Units are metre, square metre and cubic metre", async (context) => {
    const answer = await whole(context)
    const expected = {
      Length: "Metre",
      NetArea: "SquareMetre",
      GrossArea: "SquareMetre",
      NetVolume: "CubicMetre",
      GrossVolume: "CubicMetre"
    }
    for (const [name, unit] of Object.entries(expected)) same(name, answer.at("units", name), unit)
  }),
  eight("8-by-class", "byClass has the totals of each class", async (context) => {
    const answer = await whole(context)
    same("classes", Object.keys(answer.object("byClass")).length, 12)
    same("furniture", answer.at("byClass", "IfcFurniture", "Count"), 2)
    near("walls", answer.at("byClass", "IfcWall", "Length"), 4)
    near("columns", answer.at("byClass", "IfcColumn", "NetVolume"), 0.27)
    near("without values", answer.at("byClass", "IfcPlate", "Length"), 0)
  }),
  eight("8-products", "products has every matching product, without the member if it has no value", async (context) => {
    const answer = await whole(context)
    same(
      "guids",
      answer.list("products").map(({ Guid }) => Guid),
      houseKeys.map((key) => guid(key))
    )
    const window = await product(context, "Window")
    same("class", window["Class"], "IfcWindow")
    same(
      "measures of the window",
      measures.filter((measure) => measure in window),
      ["NetArea", "GrossArea"]
    )
  }),
  eight("8-authored", "An authored value names its quantity", async (context) => {
    const expected: ReadonlyArray<readonly [HouseKey, string, number, string]> = [
      ["WallA", "Length", 4, "Qto_WallBaseQuantities.Length"],
      ["WallA", "NetArea", 10.5, "Qto_WallBaseQuantities.NetSideArea"],
      ["WallA", "GrossArea", 12, "Qto_WallBaseQuantities.GrossSideArea"],
      ["WallA", "NetVolume", 3.15, "Qto_WallBaseQuantities.NetVolume"],
      ["WallB", "Length", 5, "Qto_WallBaseQuantities.Length"],
      ["WallB", "NetArea", 13, "Qto_WallBaseQuantities.NetArea"],
      ["Panel", "NetArea", 2.5, "Qto_PlateBaseQuantities.NetArea"],
      ["Door", "NetArea", 2.1, "Qto_DoorBaseQuantities.Area"],
      ["Door", "GrossArea", 2.1, "Qto_DoorBaseQuantities.Area"],
      ["Column", "NetArea", 3.6, "Qto_ColumnBaseQuantities.OuterSurfaceArea"],
      ["Proxy", "Length", 2.5, "BaseQuantities.Length"],
      ["Chair", "NetVolume", 0.02, "Maker quantities.Volume"],
      ["Chair", "GrossVolume", 0.02, "Maker quantities.Volume"]
    ]
    await each(
      expected,
      ([key, measure]) => `${measure} of ${key}`,
      async ([key, measure, value, from]) => {
        const found = (await product(context, key))[measure] as Record<string, unknown> | undefined
        near("value", found?.["value"], value)
        same("the rest", { ...found, value: 0 }, { value: 0, origin: "Authored", from })
      }
    )
  }),
  eight(
    "8-not-applicable",
    "A product to which a measure does not apply is neither counted nor missing",
    async (context) => {
      const answer = await whole(context)
      const listed = new Set(
        [answer.list("missing", "Length"), answer.list("carriedByParts", "Length")].flat().map(String)
      )
      for (const key of ["Door", "Window"] as const) {
        holds(`${key} is not listed`, !listed.has(guid(key)))
        same(`${key} has no Length`, (await product(context, key))["Length"], undefined)
      }
    }
  ),
  eight(
    "8-missing",
    "Products without value and geometry are listed under missing, one array per measure",
    async (context) => {
      const answer = await whole(context)
      await each(measures, String, (measure) =>
        same("missing", answer.list("missing", measure).map(String).sort(), guids(missing[measure]))
      )
    }
  ),
  eight("8-carried", "An aggregate without own geometry and value is listed under carriedByParts", async (context) => {
    const answer = await whole(context)
    await each(measures, String, (measure) =>
      same("carriedByParts", answer.at("carriedByParts", measure), [guid("Facade")])
    )
  }),
  eight(
    "8-suspect",
    "suspect marks values that are not positive, exceed their gross, or differ within one set",
    async (context) => {
      await each(
        [
          ["Beam", "Length", 0],
          ["Column", "NetVolume", 0.27],
          ["Beam", "NetVolume", 0.2]
        ] as const,
        ([key, measure]) => `${measure} of ${key}`,
        async ([key, measure, value]) => {
          const found = (await product(context, key))[measure] as Record<string, unknown> | undefined
          near("value", found?.["value"], value)
          same("suspect", found?.["suspect"], true)
        }
      )
      const good = (await product(context, "WallA"))["NetVolume"] as Record<string, unknown>
      same("a good value has no such member", "suspect" in good, false)
    }
  ),
  eight(
    "8-asked-only",
    "Only requested calculators appear, repeated ones once, and a total without values is 0",
    async (context) => {
      const filters = [{ property: "Name", operator: "Equals", value: "Kitchen window" }]
      const answer = await calculate(context, await context.house, {
        calculators: ["NetVolume", "netvolume", "NetVolume"],
        filters
      })
      same("calculators", answer.at("calculators"), ["NetVolume"])
      same("totals", answer.at("totals"), { NetVolume: 0 })
      same("missing", answer.at("missing"), { NetVolume: [guid("Window")] })
      same("carriedByParts", answer.at("carriedByParts"), { NetVolume: [] })
    }
  ),
  m5("M5-filters", "Filters select the products", async (context) => {
    const filters = [{ property: "Class", operator: "Contains", value: "wall" }]
    const answer = await calculate(context, await context.house, { calculators: ["Count", "Length"], filters })
    same("Count", answer.at("totals", "Count"), 3)
    near("Length", answer.at("totals", "Length"), 9)
    const nothing = await calculate(context, await context.house, {
      calculators: ["Count", "Length"],
      filters: { Name: "no such" }
    })
    same(
      "nothing",
      [nothing.at("totals"), nothing.at("byClass"), nothing.at("products")],
      [{ Count: 0, Length: 0 }, {}, []]
    )
  })
]
