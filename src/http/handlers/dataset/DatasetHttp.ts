import * as Effect from "effect/Effect"
import { Datasets } from "../../../application/dataset/Datasets.ts"
import { DatasetSnapshots } from "../../../application/dataset/DatasetSnapshots.ts"
import { rangedFile } from "../../answer/RangedFile.ts"
import { DatasetApi } from "../../api/dataset/DatasetApi.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.gen(function* () {
  const datasets = yield* Datasets
  const snapshots = yield* DatasetSnapshots
  return bind(DatasetApi, {
    readDataset: ({ principal, project }) => datasets.read(principal.userId, project.projectId),
    readDatasetFile: Effect.fn(function* ({ path, request }) {
      const file = yield* snapshots.open(path.ticket, path.folder, path.fileName)
      return yield* rangedFile(file, request)
    })
  })
})
