import { expect, test } from "bun:test"
import { unzipSync } from "fflate"
import { documents, fullTopic, guids, head, picture, smallTopic } from "../testing/SampleBcf.ts"
import { bcfFile } from "./WriteBcf.ts"

const filesOf = (pieces: Iterable<Uint8Array>) => unzipSync(new Uint8Array(Buffer.concat([...pieces])))
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test("a file has version, project, words and documents, and a folder for each topic", () => {
  const files = filesOf(bcfFile(head, [fullTopic, smallTopic], documents))
  expect(Object.keys(files).toSorted()).toEqual(
    [
      "bcf.version",
      "project.bcfp",
      "extensions.xml",
      "documents.xml",
      `documents/${head.documents[0]!.guid}`,
      `${guids.topic}/markup.bcf`,
      `${guids.topic}/Viewpoint_${guids.viewpoint}.bcfv`,
      `${guids.topic}/Snapshot_${guids.viewpoint}.png`,
      `${guids.topic}/Bitmap_${guids.bitmap}.png`,
      `${guids.topic}/snippet.bin`,
      `${guids.topic}/notes.txt`,
      `${guids.other}/markup.bcf`,
      `${guids.other}/Viewpoint_${guids.viewpoint}.bcfv`
    ].toSorted()
  )
  expect(files[`${guids.topic}/Snapshot_${guids.viewpoint}.png`]).toEqual(picture)
  expect(text(files["project.bcfp"])).toContain("<Name>Haus &amp; Hof</Name>")
})

test("a topic has type and status, which the schema requires, and no empty elements", () => {
  const files = filesOf(bcfFile(head, [smallTopic]))
  expect(text(files[`${guids.other}/markup.bcf`])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<Markup><Topic Guid="${guids.other}" TopicType="Issue" TopicStatus="Open"><Title>Small</Title><CreationDate>2026-04-28T16:31:12Z</CreationDate><CreationAuthor>ada</CreationAuthor><Viewpoints><ViewPoint Guid="${guids.viewpoint}"><Viewpoint>Viewpoint_${guids.viewpoint}.bcfv</Viewpoint></ViewPoint></Viewpoints></Topic></Markup>
`
  )
})

test("a viewpoint without visibility shows everything and has a camera", () => {
  const viewpoint = { guid: guids.viewpoint, components: { selection: [{ ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }] } }
  const topic = { ...smallTopic, viewpoints: [{ viewpoint, snapshot: null, bitmaps: {} }] }
  const written = text(filesOf(bcfFile(head, [topic]))[`${guids.other}/Viewpoint_${guids.viewpoint}.bcfv`])
  expect(written).toContain(
    `<Selection><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOH"/></Selection><Visibility DefaultVisibility="true"/>`
  )
  expect(written).toContain("<OrthogonalCamera>")
})

test("characters that XML does not allow are replaced", () => {
  const topic = { ...smallTopic.topic, title: "a\u0001b\ud800", description: "]]> \r\n" }
  const written = text(filesOf(bcfFile(head, [{ ...smallTopic, topic }]))[`${guids.other}/markup.bcf`])
  expect(written).toContain("<Title>a\ufffdb\ufffd</Title>")
  expect(written).toContain("<Description>]]&gt; &#13;\n</Description>")
})

test("content that the schema refuses is left out", () => {
  const { topic } = smallTopic
  const bim_snippet = { snippet_type: "", is_external: false, reference: "", reference_schema: "" }
  const files = [{ filename: "a.ifc", ifc_project: "none" }]
  const whole = { ...smallTopic, topic: { ...topic, index: 2 ** 31, bim_snippet }, files, snippet: null }
  const markup = (of: typeof whole) => text(filesOf(bcfFile(head, [of]))[`${guids.other}/markup.bcf`])
  const written = markup(whole)
  for (const name of ["Index", "BimSnippet", "IfcProject"]) expect(written).not.toContain(name)
  const named = { ...bim_snippet, reference: "a.xml" }
  expect(markup({ ...whole, topic: { ...topic, index: -1, bim_snippet: named } })).toContain(
    `<BimSnippet SnippetType="?" IsExternal="false"><Reference>a.xml</Reference><ReferenceSchema>?</ReferenceSchema>`
  )
})
