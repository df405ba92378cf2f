import * as Context from "effect/Context"
import type { Named } from "../../dataframe/edits/overlay/EditText.ts"
import type { CalledReferences } from "../../dataframe/edits/sheet/SheetReferences.ts"
import type { NamedReferences } from "../../dataframe/edits/judgement/NamedReferences.ts"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Read } from "../Stored.ts"

/** The items of a project that edits may refer to. */
export class ReferenceRepository extends Context.Tag("ports/ReferenceRepository")<
  ReferenceRepository,
  {
    /** Returns the current state of those items that exist in the project, including the ancestors of locations. */
    readonly named: (projectId: ProjectId, guids: NamedReferences) => Read<Named>
    /** Returns the items that have these names, by name, and the codes that have these identifications. */
    readonly called: (projectId: ProjectId, names: NamedReferences) => Read<CalledReferences>
    /**
     * Returns the items that `named` finds as IFC files describe them.
     *
     * @param nameless the codification library used for codes without a system
     */
    readonly described: (projectId: ProjectId, guids: NamedReferences, nameless: string) => Read<DescribedReferences>
  }
>() {}
