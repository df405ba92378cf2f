import type { JsonObject } from "../../../harness/Answer.ts"
import { each, same, status } from "../../../harness/Check.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { rules } from "../../../harness/Rule.ts"
import { material } from "../every/MaterialResources.ts"
import { shelfOf } from "../every/Resource.ts"

export const materials = [
  rules("contract 4")(
    "4-material-properties",
    "A library has one inner array a material, its rows of the set Material for what has a value",
    async (context) => {
      const shelf = await shelfOf(context, material)
      const more = { color: "#aa5522", description: "hard", category: "Wood" }
      const oak = await shelf.make({ name: "Oak", ...more })
      const ash = await shelf.make({ name: "Ash", color: null, description: "" })
      const properties = async () =>
        status(await context.api.get(shelf.owner!.path), 200)
          .list("properties")
          .map((rows) =>
            (rows as unknown as ReadonlyArray<JsonObject>).map(({ set, name, value }) => [set, name, value])
          )
      const nameless = (name: string, guid: string) => [
        ["Material", "Name", name],
        ["Material", "Guid", guid]
      ]
      same("properties", await properties(), [
        [
          ...nameless("Oak", oak.ids["material"]!),
          ["Material", "Color", "#aa5522"],
          ["Material", "Description", "hard"],
          ["Material", "Category", "Wood"]
        ],
        nameless("Ash", ash.ids["material"]!)
      ])
      status(await context.api.put(oak.path, { color: null, category: null }), 200)
      same("null clears, absent keeps", (await properties())[0], [
        ...nameless("Oak", oak.ids["material"]!),
        ["Material", "Description", "hard"]
      ])
    }
  ),
  rules("contract 2.12")("2.12-colours", "Colours are #RGB, #RRGGBB or #RRGGBBAA", async (context) => {
    const shelf = await shelfOf(context, material)
    const { path } = await shelf.make()
    await each(["#fff", "#FfAa00", "#11223344"], String, async (color) => {
      await shelf.make({ color })
      status(await context.api.put(path, { color }), 200)
    })
    await each(["red", "#ffff", "#12345", "fff", "#ggg", "#1234567"], String, async (color) => {
      problem(await shelf.post({ name: "m", color }), 400, "InvalidBody")
      problem(await context.api.put(path, { color }), 400, "InvalidBody")
    })
  })
]
