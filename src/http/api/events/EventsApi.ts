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
      .setUrlParams(Schema.Struct({ after: optional(EventId), limit: positive(1000, 100) }))
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
        `Lists events in the order of their commits, from the oldest one or after the event \`after\`. Send \`next\` as \`after\` to get the next page; an empty page is the end. Events are kept for 30 days. Returns 410 if \`after\` is older. Events of models and operations require models:read and access to the model or operation, those of libraries libraries:read; other events are left out. With \`Accept: text/event-stream\` the answer is a stream of server-sent events (\`id\`, \`event\`, \`data\`) that stays open. It begins after \`Last-Event-ID\` if that header is sent, and \`limit\` has no effect. A user may have ${limits.eventStreams.most} streams in a process.`
      )
  )
  .annotate(OpenApi.Description, "The changes in a project, for systems that keep a copy of it.") {}
