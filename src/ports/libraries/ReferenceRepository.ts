import * as Context from "effect/Context"
import type { Named } from "../../dataframe/edits/overlay/EditText.ts"
import type { NamedReferences } from "../../dataframe/edits/judgement/NamedReferences.ts"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Read } from "../Stored.ts"

/** What edits may refer to in a project. */
export class ReferenceRepository extends Context.Tag("ports/ReferenceRepository")<
  ReferenceRepository,
  {
    /** Those of the guids that the project has, as they are now; with the locations above these. */
    readonly named: (projectId: ProjectId, guids: NamedReferences) => Read<Named>
    /** The same, as files say it. @param nameless the codification library that stands for codes without a system */
    readonly described: (projectId: ProjectId, guids: NamedReferences, nameless: string) => Read<DescribedReferences>
  }
>() {}
