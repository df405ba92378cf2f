import {
  all,
  count,
  counted,
  counts,
  doors,
  type Group,
  groups,
  isWall,
  measuresOf,
  type Members,
  rows,
  task,
  type Task,
  totals,
  walls,
  windows
} from "./Asking.ts"

/** Questions of an estimator. */
export const estimator: ReadonlyArray<Task> = [
  task(
    "estimator",
    "What net area do the walls have on each storey?",
    (ask) => groups(ask, { groupBy: ["SpatialLocation.Floor"], where: walls, measures: measuresOf(["NetArea"]) }),
    (api) => api.groups({ groupBy: ["SpatialLocation.Floor"], where: walls, measures: measuresOf(["NetArea"]) })
  ),
  task(
    "estimator",
    "What volume do the slabs have together?",
    (ask) =>
      totals(ask, {
        filters: [{ property: "Class", operator: "Equals", value: "Slab" }],
        measures: measuresOf(["NetVolume"])
      }),
    (api) => api.calculated("NetVolume", { Class: "Slab" })
  ),
  task(
    "estimator",
    "How long are all walls together?",
    (ask) =>
      totals(ask, {
        filters: [{ property: "Class", operator: "Contains", value: "Wall" }],
        measures: measuresOf(["Length"])
      }),
    (api) => api.calculated("Length", { Class: "Wall" })
  ),
  task(
    "estimator",
    "How many doors and windows are there?",
    async (ask) => {
      const all = (await totals(ask, { where: { or: [doors, windows] }, measures: count })) as Members
      return all["count"]
    },
    async (api) => (await api.rows(["Class"])).filter(({ Class }) => /^Ifc(Door|Window)/.test(String(Class))).length
  ),
  task(
    "estimator",
    "Of how many products is the volume unknown?",
    async (ask) => {
      const all = (await totals(ask, { measures: measuresOf(["NetVolume"]) })) as Group
      return all.count - all.measures[0]!.measured
    },
    async (api) => (await api.unmeasured("NetVolume")).length
  ),
  task(
    "estimator",
    "Which materials does the project have?",
    async (ask) => (await all(ask, "list_materials", "materials")).map(({ guid, name }) => [guid, name]),
    (api) => api.materials()
  ),
  task(
    "estimator",
    "How many products are there of each build-up?",
    (ask) => counts(ask, { groupBy: ["MaterialLayerSet.Name"] }),
    async (api) => counted(await api.rows(["MaterialLayerSet"]), (row) => row["MaterialLayerSet"]!["Name"])
  ),
  task(
    "estimator",
    "How large are the windows, in metres?",
    async (ask) =>
      (await rows(ask, { where: windows, fields: ["Name", "OverallWidth", "OverallHeight"], units: "SI" })).map(
        ({ Name, OverallHeight, OverallWidth }) => [Name, OverallWidth!.Value, OverallHeight!.Value]
      ),
    async (api) =>
      (await api.rows(["Class", "Name", "OverallWidth", "OverallHeight"], { units: "SI" }))
        .filter(({ Class }) => Class === "IfcWindow")
        .map(({ Name, OverallHeight, OverallWidth }) => [Name, OverallWidth!.Value, OverallHeight!.Value])
  ),
  task(
    "estimator",
    "Which wall is the last by name?",
    async (ask) => {
      const sort = [{ property: "Name", descending: true }]
      return (await rows(ask, { where: walls, fields: ["Name"], sort, pageSize: 1 }))[0]?.["Name"]
    },
    async (api) => {
      const names = (await api.rows(["Class", "Name"])).filter(isWall).map(({ Name }) => String(Name))
      return names.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? 1 : -1))[0]
    }
  ),
  task(
    "estimator",
    "Which products have an area above one square metre?",
    async (ask) => {
      const sums = await groups(ask, { groupBy: ["Guid"], measures: measuresOf(["GrossArea"]) })
      return sums.filter(({ measures }) => Number(measures[0]!.value) > 1).map(({ keys }) => keys[0])
    },
    async (api) =>
      (await api.groups({ groupBy: ["Guid"], measures: measuresOf(["GrossArea"]) }))
        .filter(({ measures }) => Number(measures[0]!.value) > 1)
        .map(({ keys }) => keys[0])
  )
]
