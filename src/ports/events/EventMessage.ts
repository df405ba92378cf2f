import * as Schema from "effect/Schema"
import { ProjectEvent } from "../../domain/events/Event.ts"
import { ProjectId } from "../../domain/Identifier.ts"

/** Message on `events`: an event of a project, with its project. */
export const EventMessage = Schema.Struct({
  v: Schema.Literal(1).annotations({ description: "The version of the format." }),
  projectId: ProjectId,
  event: ProjectEvent
}).annotations({ identifier: "EventMessage", description: "Something in a project changed." })

const encode = Schema.encodeSync(Schema.parseJson(EventMessage))

/** Returns the text of the message about an event. */
export const eventMessage = (projectId: ProjectId, event: ProjectEvent): string => encode({ v: 1, projectId, event })
