import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { EventId, ProjectEvent } from "../../../domain/events/Event.ts"
import { limits } from "../../../domain/Limits.ts"
import { optional } from "../../../domain/Optional.ts"
import { positive } from "../common/Paging.ts"
import { projectId } from "../common/Parameters.ts"
import { inProject, told } from "../../errors/Policy.ts"

/** Events of a project. Contract section 15. */
export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("readEvents")`/v1/projects/${projectId}/events`
      .setUrlParams(Schema.Struct({ after: optional(EventId), limit: positive("limit", 1000, 100) }))
      .addSuccess(
        Schema.Struct({ events: Schema.Array(ProjectEvent), next: EventId }).annotations({ identifier: "EventPage" })
      )
      .annotateContext(
        told(
          inProject("projects", "projects:read", "User", { malformedIdentifier: 400, refusals: [410] }),
          "Read what changed in a project"
        )
      )
      .annotate(
        OpenApi.Description,
        `In the order of the commits, from the oldest kept or after the event \`after\`; \`next\` is what to ask after. An empty page is the end. Events are kept 30 days; after an older one the answer is 410. Events of models and operations also need models:read and that the caller may see them, those of libraries libraries:read; others are left out. With \`Accept: text/event-stream\` the same comes as server-sent events (\`id\`, \`event\`, \`data\`) and goes on, after \`Last-Event-ID\` if that header is sent; \`limit\` does not count then, and a user may have ${limits.eventStreams.most} streams of a process.`
      )
  )
  .annotate(OpenApi.Description, "What changed in a project, for those who keep a copy.") {}
