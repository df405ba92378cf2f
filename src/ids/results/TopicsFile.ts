import { zipped } from "../../sheets/write/ZipFile.ts"
import { xmlOf } from "../../sheets/write/WorkbookText.ts"
import type { FailureTopic } from "./FailureTopics.ts"

const encoder = new TextEncoder()

const document = (text: string): ReadonlyArray<Uint8Array> => [
  encoder.encode(`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`)
]

const [type, status] = ["Issue", "Open"]

const extensions = `<Extensions><TopicTypes><TopicType>${type}</TopicType></TopicTypes><TopicStatuses><TopicStatus>${status}</TopicStatus></TopicStatuses><Priorities/><TopicLabels/><Users/><SnippetTypes/><Stages/></Extensions>`

/** The schema wants a camera. This one looks from above. */
const camera =
  "<OrthogonalCamera><CameraViewPoint><X>0</X><Y>0</Y><Z>100</Z></CameraViewPoint><CameraDirection><X>0</X><Y>0</Y><Z>-1</Z></CameraDirection><CameraUpVector><X>0</X><Y>1</Y><Z>0</Z></CameraUpVector><ViewToWorldScale>100</ViewToWorldScale><AspectRatio>1.3333</AspectRatio></OrthogonalCamera>"

const text = (name: string, content: string): string =>
  content.trim() === "" ? "" : `<${name}>${xmlOf(content)}</${name}>`

const viewpointOf = ({ components, viewpointGuid }: FailureTopic): string =>
  `<VisualizationInfo Guid="${viewpointGuid}"><Components><Selection>${components
    .map((guid) => `<Component IfcGuid="${xmlOf(guid)}"/>`)
    .join("")}</Selection><Visibility DefaultVisibility="true"/></Components>${camera}</VisualizationInfo>`

const markupOf = (topic: FailureTopic, { author, at }: Written): string => {
  const { components, description, guid, title, viewpointGuid } = topic
  const viewpoints =
    components.length === 0
      ? ""
      : `<Viewpoints><ViewPoint Guid="${viewpointGuid}"><Viewpoint>Viewpoint_${viewpointGuid}.bcfv</Viewpoint></ViewPoint></Viewpoints>`
  return `<Markup><Topic Guid="${guid}" TopicType="${type}" TopicStatus="${status}">${text("Title", title)}${text(
    "CreationDate",
    at
  )}${text("CreationAuthor", author)}${text("Description", description)}${viewpoints}</Topic></Markup>`
}

interface Written {
  readonly author: string
  /** RFC 3339, in UTC. */
  readonly at: string
}

/** Generates a BCF 3.0 file of topics, each with a viewpoint that selects its components. */
export const topicsFile = (topics: Iterable<FailureTopic>, written: Written): Generator<Uint8Array<ArrayBuffer>> => {
  function* entries(): Generator<readonly [string, ReadonlyArray<Uint8Array>]> {
    yield ["bcf.version", document(`<Version VersionId="3.0"/>`)]
    yield ["extensions.xml", document(extensions)]
    for (const topic of topics) {
      yield [`${topic.guid}/markup.bcf`, document(markupOf(topic, written))]
      if (topic.components.length === 0) continue
      yield [`${topic.guid}/Viewpoint_${topic.viewpointGuid}.bcfv`, document(viewpointOf(topic))]
    }
  }
  return zipped(entries())
}
