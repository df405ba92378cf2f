/* Files of other programs that deviate from the standard, as in its examples and in public files. */
import { expect, test } from "bun:test"
import { strToU8, zipSync } from "fflate"
import { guids, picture } from "../testing/SampleBcf.ts"
import { readBcf } from "./ReadBcf.ts"

const one = "2O2Fr$t4X7Zf8NOew3FLOH"
const two = "1mrgg_O_bBBv_tvdtVwK59"

interface Foreign {
  readonly version?: string
  readonly topic?: string
  readonly comments?: string
  /** The content of the viewpoint. */
  readonly view?: string
  readonly more?: Readonly<Record<string, Uint8Array>>
}

/** Reads a file with one topic, which has one viewpoint. */
const read = ({ comments = "", more = {}, topic = "", version = "2.1", view = "" }: Foreign) => {
  const text = (content: string) => strToU8(`<?xml version="1.0" encoding="utf-8"?>\n${content}`)
  const bytes = zipSync({
    "bcf.version": text(`<Version VersionId="${version}"/>`),
    [`${guids.topic}/markup.bcf`]: text(`<Markup>
      <Topic Guid="${guids.topic}"><Title>a</Title>${topic}</Topic>${comments}
      <Viewpoints Guid="${guids.viewpoint}"><Viewpoint>viewpoint.bcfv</Viewpoint></Viewpoints></Markup>`),
    [`${guids.topic}/viewpoint.bcfv`]: text(`<VisualizationInfo>${view}</VisualizationInfo>`),
    ...more
  })
  const [whole] = [...readBcf(bytes).topics()]
  return { whole: whole!, view: whole!.viewpoints[0]! }
}

const point = (name: string) => `<${name}><X>1</X><Y>2</Y><Z>3</Z></${name}>`
const bitmap = (reference: string) => `<Bitmap><Bitmap>PNG</Bitmap><Reference>${reference}</Reference>
  ${["Location", "Normal", "Up"].map(point).join("")}<Height>2</Height></Bitmap>`

test.each(["b.png", `${guids.topic}/b.png`])("a bitmap with the name %s is read", (name) => {
  const { view, whole } = read({ view: bitmap(name), more: { [`${guids.topic}/b.png`]: picture } })
  expect(Object.values(view.bitmaps)).toEqual([picture])
  expect(whole.others).toEqual([])
})

test("a reference to a document without a guid gets the same guid each time, and another one for each document", () => {
  const reference = (name: string) =>
    `<DocumentReference><ReferencedDocument>../${name}</ReferencedDocument></DocumentReference>`
  const given = {
    topic: reference("a.pdf") + reference("b.pdf"),
    more: { "a.pdf": strToU8("a"), "b.pdf": strToU8("b") }
  }
  const { document_references, documents } = read(given).whole
  expect(read(given).whole.document_references).toEqual(document_references)
  expect(new Set(document_references.map(({ guid }) => guid)).size).toBe(2)
  expect(documents.map(({ guid }) => guid)).toEqual(document_references.map(({ guid }) => guid))
})

test("comments and topics that refer to nothing are read", () => {
  const { whole } = read({
    topic: `<RelatedTopic Guid=""/><RelatedTopic Guid="${guids.other}"/>`,
    comments: `<Comment Guid="${guids.comment}"><Comment>Look</Comment><Viewpoint Guid=""/></Comment>`
  })
  expect(whole.related_topics).toEqual([guids.other])
  expect(whole.comments.map(({ comment, viewpoint_guid }) => [comment, viewpoint_guid])).toEqual([["Look", undefined]])
})

test("comments name their viewpoint as text, and the element of viewpoints in version 3.0 may be spelt as in version 2.1", () => {
  const named = `<Comment Guid="${guids.comment}"><Viewpoint>${guids.viewpoint}</Viewpoint></Comment>`
  expect(read({ comments: named }).whole.comments[0]!.viewpoint_guid).toBe(guids.viewpoint)
  const viewpoint = `<Viewpoint Guid="${guids.other}"><Index>3</Index></Viewpoint>`
  const { viewpoints } = read({ version: "3.0", topic: `<Viewpoints>${viewpoint}</Viewpoints>` }).whole
  expect(viewpoints.map(({ viewpoint }) => [viewpoint.guid, viewpoint.index])).toContainEqual([guids.other, 3])
})

test("a file without a version is read if it has a topic", () => {
  const markup = strToU8(`<Markup><Topic Guid="${guids.topic}"><Title>a</Title></Topic></Markup>`)
  const [whole] = [...readBcf(zipSync({ [`${guids.topic}/markup.bcf`]: markup })).topics()]
  expect(whole!.topic.title).toBe("a")
})

test("a viewpoint without visibility hides nothing", () => {
  const selection = [{ ifc_guid: one, authoring_tool_id: "246" }]
  const selected = `<Selection><Component IfcGuid="${one}" AuthoringToolId="246"/></Selection>`
  expect(read({ view: `<Components>${selected}</Components>` }).view.viewpoint.components).toEqual({ selection })
  const hints = `<Components><ViewSetupHints SpacesVisible="true"/>${selected}</Components>`
  expect(read({ view: hints }).view.viewpoint.components?.visibility).toEqual({
    default_visibility: true,
    view_setup_hints: { spaces_visible: true }
  })
})

test.each([
  ["", true, two],
  [' DefaultVisibilityComponents="false"', false, one]
])("components of version 2.0 are read%s", (attributes, default_visibility, exception) => {
  const view = `<Components${attributes}>
    <Component IfcGuid="${one}" Selected="true" Color="FF00FF00"><OriginatingSystem>A</OriginatingSystem></Component>
    <Component IfcGuid="${two}" Selected="false" Visible="false"/></Components>`
  const first = { ifc_guid: one, originating_system: "A" }
  expect(read({ version: "2.0", view }).view.viewpoint.components).toEqual({
    selection: [first],
    coloring: [{ color: "FF00FF00", components: [first] }],
    visibility: { default_visibility, exceptions: [exception === one ? first : { ifc_guid: two }] }
  })
})

test("GlobalIds, colours and cameras that the schema refuses are left out or replaced by defaults", () => {
  const camera = `<PerspectiveCamera>${["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(point).join("")}
    <FieldOfView>200</FieldOfView><AspectRatio>0</AspectRatio></PerspectiveCamera>`
  const component = `<Component IfcGuid="${one}"/>`
  const { viewpoint } = read({
    view: `<Components><Selection><Component IfcGuid="none"><AuthoringToolId>7</AuthoringToolId></Component></Selection>
      <Coloring><Color Color="red">${component}</Color><Color Color="FF0000">${component}</Color></Coloring></Components>
      ${camera}`
  }).view
  expect(viewpoint.components).toEqual({
    selection: [{ authoring_tool_id: "7" }],
    coloring: [{ color: "FF0000", components: [{ ifc_guid: one }] }]
  })
  expect(viewpoint.perspective_camera).toMatchObject({ field_of_view: 60 })
  expect(viewpoint.perspective_camera).not.toHaveProperty("aspect_ratio")
})
