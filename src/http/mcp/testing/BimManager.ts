import {
  counted,
  counts,
  doors,
  fieldOf,
  groups,
  guids,
  guidsOf,
  isDoor,
  isWall,
  type Members,
  task,
  type Task,
  valueOf,
  walls
} from "./Asking.ts"

/** Questions of a BIM manager. */
export const bimManager: ReadonlyArray<Task> = [
  task(
    "BIM manager",
    "Which models are there, in which schema?",
    async (ask) =>
      ((await ask("list_models"))["models"] as ReadonlyArray<Members>).map(({ name, schema }) => [name, schema]),
    async (api) => (await api.models()).map(({ name, schema }) => [name, schema])
  ),
  task(
    "BIM manager",
    "How many products are there of each class?",
    (ask) => counts(ask, { groupBy: ["Class"] }),
    async (api) => counted(await api.rows(["Class"]), ({ Class }) => Class)
  ),
  task(
    "BIM manager",
    "Which fields tell of fire?",
    async (ask) =>
      ((await ask("list_fields", { text: "fire" }))["fields"] as ReadonlyArray<Members>).map(({ name }) => name),
    async (api) => (await api.fields()).filter((name) => /fire/i.test(name))
  ),
  task(
    "BIM manager",
    "Which walls have no fire rating?",
    async (ask) => {
      const property = await fieldOf(ask, "fire rating")
      return guids(ask, { and: [walls, { property, operator: "NotExists" }] })
    },
    async (api) =>
      guidsOf(
        (await api.rows(["Guid", "Class", "FireRating"])).filter(
          (row) => isWall(row) && valueOf("FireRating")(row) === null
        )
      )
  ),
  task(
    "BIM manager",
    "Which products have no place?",
    (ask) => guids(ask, { property: "SpatialLocation", operator: "NotExists" }),
    async (api) =>
      guidsOf(
        (await api.rows(["Guid", "SpatialLocation"])).filter(
          (row) => row["SpatialLocation"]!["SpatialLocationId"] === ""
        )
      )
  ),
  task(
    "BIM manager",
    "Which products have no material?",
    (ask) => guids(ask, { property: "MaterialLayerSet", operator: "NotExists" }),
    async (api) =>
      guidsOf((await api.rows(["Guid", "MaterialLayerSet"])).filter((row) => row["MaterialLayerSet"]!["Layers"] === ""))
  ),
  task(
    "BIM manager",
    "Which predefined types do the products have?",
    (ask) => counts(ask, { groupBy: ["PredefinedType"] }),
    async (api) => counted(await api.rows(["PredefinedType"]), valueOf("PredefinedType"))
  ),
  task(
    "BIM manager",
    "Which names stand for several products?",
    async (ask) => {
      const named = await groups(ask, { groupBy: ["Name"], sort: [{ measure: 0, descending: true }] })
      return Object.fromEntries(named.filter(({ count }) => count > 1).map(({ count, keys }) => [keys[0] ?? "", count]))
    },
    async (api) =>
      Object.fromEntries(Object.entries(counted(await api.rows(["Name"]), ({ Name }) => Name)).filter(([, n]) => n > 1))
  ),
  task(
    "BIM manager",
    "How many walls bear loads?",
    async (ask) => counts(ask, { groupBy: [await fieldOf(ask, "load bearing")], where: walls }),
    async (api) => counted((await api.rows(["Class", "LoadBearing"])).filter(isWall), valueOf("LoadBearing"))
  ),
  task(
    "BIM manager",
    "Which versions does the model have?",
    async (ask) => ((await ask("list_versions"))["versions"] as ReadonlyArray<Members>).map(({ title }) => title),
    async (api) => (await api.versions()).map(({ title }) => title)
  ),
  task(
    "BIM manager",
    "Which types do the doors have?",
    (ask) => counts(ask, { groupBy: ["TypeName"], where: doors }),
    async (api) => counted((await api.rows(["Class", "TypeName"])).filter(isDoor), valueOf("TypeName"))
  ),
  task(
    "BIM manager",
    "Does the model meet the requirements?",
    async (ask) => {
      const { documents } = (await ask("check_requirements")) as { documents: ReadonlyArray<{ id: number }> }
      const { result, specifications } = await ask("check_requirements", { requirementsId: documents[0]!.id })
      return [
        result,
        (specifications as ReadonlyArray<Members>).map(({ failed, name, passed }) => [name, passed, failed])
      ]
    },
    async (api) => {
      const { specifications, status } = await api.check()
      return [status, specifications.map(({ failed, name, passed }) => [name, passed, failed])]
    }
  )
]
