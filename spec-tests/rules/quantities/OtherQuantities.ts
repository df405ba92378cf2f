import { holds, near, same } from "../../harness/Check.ts"
import { guid } from "../../harness/Imports.ts"
import { calculate } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)

export const otherQuantities = [
  eight(
    "8-feet",
    "Values of a model in feet are returned in metres, from BaseQuantities if there is no Qto_ set",
    async (context) => {
      const answer = await calculate(context, await context.model("shed.ifc"), {
        calculators: ["Length", "NetArea", "NetVolume"]
      })
      near("Length", answer.at("totals", "Length"), 3.048)
      near("NetArea", answer.at("totals", "NetArea"), 9.38320704)
      near("NetVolume", answer.at("totals", "NetVolume"), 40 * 0.028316846592)
      const wall = answer.list("products").find(({ Class }) => Class === "IfcWallStandardCase")
      same("from", (wall?.["Length"] as Record<string, unknown> | undefined)?.["from"], "BaseQuantities.Length")
    }
  ),
  eight("8-computed", "Without an authored value the measure is computed from geometry", async (context) => {
    const answer = await calculate(context, await context.model("solid.ifc"), {
      calculators: ["NetVolume", "GrossVolume", "Length"]
    })
    const wall = answer.list("products").find(({ Guid }) => Guid === guid("SolidWall"))
    const value = (measure: string) => (wall?.[measure] ?? {}) as Record<string, unknown>
    for (const [measure, expected] of [
      ["NetVolume", 3],
      ["GrossVolume", 3.6],
      ["Length", 4]
    ] as const) {
      same(`${measure}: origin`, value(measure)["origin"], "Computed")
      holds(`${measure}: value`, Math.abs(Number(value(measure)["value"]) - expected) < 0.01 * expected, value(measure))
    }
  }),
  eight(
    "8-suspect-computed",
    "suspect marks an authored value that differs from the computed one by over 20 %",
    async (context) => {
      const answer = await calculate(context, await context.model("solid.ifc"), {
        calculators: ["NetVolume", "Length"]
      })
      const liar = answer.list("products").find(({ Guid }) => Guid === guid("SolidLiar")) ?? {}
      same("NetVolume", liar["NetVolume"], {
        value: 100,
        origin: "Authored",
        from: "Qto_WallBaseQuantities.NetVolume",
        suspect: true
      })
      same("Length", liar["Length"], { value: 4, origin: "Authored", from: "Qto_WallBaseQuantities.Length" })
    }
  )
]
