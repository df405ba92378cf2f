import * as Effect from "effect/Effect"
import { DerivedFiles } from "../../../application/files/DerivedFiles.ts"
import { pictureName } from "../../../domain/models/DerivedFile.ts"
import { BlobStore } from "../../../ports/BlobStore.ts"
import { ShapesApi } from "../../api/models/ShapesApi.ts"
import { bind, raw, withHeaders } from "../../call/Call.ts"

export const bindings = Effect.gen(function* () {
  const files = yield* DerivedFiles
  const blobs = yield* BlobStore
  return bind(ShapesApi, {
    geometry: ({ model, principal, project, query }) =>
      query.version === undefined
        ? files.link(project, model, principal.userId, `${query.format}.glb`)
        : files.linkOfVersion(project.projectId, model.modelId, query.version, query.format),
    picture: ({ model, principal, project, query }) =>
      Effect.map(files.link(project, model, principal.userId, pictureName(query)), ({ downloadUrl }) =>
        withHeaders({ downloadUrl }, { location: downloadUrl })
      ),
    quality: ({ model, principal, project }) =>
      Effect.gen(function* () {
        const { blob } = yield* files.get(project, model, principal.userId, "quality.json")
        return raw(new Response(yield* blobs.stream(blob), { headers: { "content-type": "application/json" } }))
      })
  })
})
