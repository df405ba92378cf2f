import { all, doors, guids, guidsOf, isDoor, type Members, rows, task, type Task } from "./Asking.ts"

/** Questions of a facility manager. */
export const facilityManager: ReadonlyArray<Task> = [
  task(
    "facility manager",
    "Which storeys does the building have?",
    async (ask) =>
      (await all(ask, "list_locations", "locations", { text: "Floor" }))
        .filter(({ type }) => type === "Floor")
        .map(({ name }) => name),
    async (api) => (await api.locations()).filter(({ type }) => type === "Floor").map(({ name }) => name)
  ),
  task(
    "facility manager",
    "Which places are there below the building?",
    async (ask) =>
      (await all(ask, "list_locations", "locations")).map(({ locationGuid, parentGuid }) => [locationGuid, parentGuid]),
    async (api) => (await api.locations()).map(({ locationGuid, parentGuid }) => [locationGuid, parentGuid])
  ),
  task(
    "facility manager",
    "What stands on the first storey?",
    async (ask) => {
      const locations = await all(ask, "list_locations", "locations", { text: "Floor" })
      const storey = locations.find(({ type }) => type === "Floor")!["name"]
      return guids(ask, { property: "SpatialLocation", operator: "Below", value: storey })
    },
    async (api) => {
      const storey = (await api.locations()).find(({ type }) => type === "Floor")!["name"]
      return guidsOf(
        (await api.rows(["Guid", "SpatialLocation"])).filter((row) => row["SpatialLocation"]!["Floor"] === storey)
      )
    }
  ),
  task(
    "facility manager",
    "Which classification codes are used?",
    async (ask) => (await all(ask, "list_codes", "codes")).map(({ identification }) => identification),
    (api) => api.codes()
  ),
  task(
    "facility manager",
    "What is known of the first door?",
    async (ask) => {
      const productId = (await guids(ask, doors))[0]
      const { properties } = (await ask("get_product", { productId })) as { properties: ReadonlyArray<Members> }
      return Object.fromEntries(properties.map(({ field, value }) => [field, value]))
    },
    async (api) => {
      const fields = await api.fields()
      const row = (await api.rows([...new Set(["Class", ...fields])])).find(isDoor)!
      const plain = new Set(["Guid", "Class", "Name", "SpatialLocation", "Code", "MaterialLayerSet"])
      const known = fields.filter(
        (name) => !plain.has(name) && (row[name]!.Value !== null || row[name]!["PropertySet"] !== null)
      )
      return Object.fromEntries(known.map((name) => [name, row[name]!.Value]))
    }
  ),
  task(
    "facility manager",
    "Which products are called something with an a?",
    async (ask) =>
      guidsOf(await rows(ask, { filters: [{ property: "Name", operator: "Contains", value: "a" }], pageSize: 1000 })),
    async (api) => guidsOf((await api.rows(["Guid", "Name"])).filter(({ Name }) => /a/i.test(String(Name))))
  ),
  task(
    "facility manager",
    "Which tags do the doors have?",
    async (ask) => (await rows(ask, { where: doors, fields: ["Tag"] })).map(({ Tag }) => Tag!.Value),
    async (api) => (await api.rows(["Class", "Tag"])).filter(isDoor).map(({ Tag }) => Tag!.Value)
  ),
  task(
    "facility manager",
    "Which products are in no group or system?",
    async (ask) => (await guids(ask, { property: "Groups", operator: "NotExists" })).length,
    async (api) =>
      (await api.rows(["Groups"])).filter((row) => (row["Groups"] as unknown as ReadonlyArray<unknown>).length === 0)
        .length
  ),
  task(
    "facility manager",
    "Who has unpublished changes of the model, and which?",
    async (ask) => (await ask("get_changes"))["totalCount"],
    (api) => api.unpublished()
  )
]
