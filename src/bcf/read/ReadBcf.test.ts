import { expect, test } from "bun:test"
import { strToU8, unzipSync, zipSync } from "fflate"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { BcfTopic, Version } from "../BcfFile.ts"
import { documents, fullTopic, guids, head, picture, smallTopic } from "../testing/SampleBcf.ts"
import { bcfFile } from "../write/WriteBcf.ts"
import { readBcf } from "./ReadBcf.ts"

const written = (...topics: ReadonlyArray<typeof fullTopic>) =>
  new Uint8Array(Buffer.concat([...bcfFile(head, topics, documents)]))

const writtenAs = (version: Version, ...topics: ReadonlyArray<BcfTopic>) =>
  new Uint8Array(Buffer.concat([...bcfFile(head, topics, documents, version)]))

const zipOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === "string" ? strToU8(file) : file])
    )
  )

const faultOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { details: string }).details
  }
  return ""
}

const version = (id: string) =>
  `<?xml version="1.0"?><Version VersionId="${id}"><DetailedVersion>${id}</DetailedVersion></Version>`

test("a written file is read back unchanged, except for new guids of bitmaps", () => {
  const file = readBcf(written(fullTopic, smallTopic))
  const [full, small] = [...file.topics()]
  expect(file.version).toBe("3.0")
  // The file has a camera, which the schema requires, but it is dropped again.
  expect(small!.viewpoints).toEqual([...smallTopic.viewpoints])
  expect(small!.topic).toEqual({ ...smallTopic.topic, topic_type: "Issue", topic_status: "Open" })
  const { bitmaps, viewpoint } = full!.viewpoints[0]!
  const guid = viewpoint.bitmaps![0]!.guid
  expect(bitmaps).toEqual({ [guid]: picture })
  const expected = fullTopic.viewpoints[0]!.viewpoint
  expect(viewpoint).toEqual({
    ...expected,
    bitmaps: [{ ...expected.bitmaps![0]!, guid }],
    components: {
      ...expected.components,
      coloring: [{ color: "FF00AA33", components: expected.components!.coloring![0]!.components }]
    }
  })
  expect({ ...full, viewpoints: [], documents: [] } as unknown).toEqual({
    ...fullTopic,
    files: fullTopic.files.map((one) => ({ ...one, is_external: true })),
    viewpoints: [],
    documents: []
  })
  expect([...file.documents()]).toEqual([{ ...head.documents[0]!, bytes: documents[0][1] }])
})

const old = `<?xml version="1.0" encoding="UTF-8"?>
<Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Header><File IfcProject="0YvctVUKr0kugbFTf53O9L" isExternal="false"><Filename>a.ifc</Filename></File></Header>
  <Topic Guid="${guids.topic.toUpperCase()}" TopicType="Clash" TopicStatus="Open">
    <ReferenceLink>https://example.org</ReferenceLink>
    <Title>Old</Title>
    <Labels>One</Labels>
    <Labels>Two</Labels>
    <CreationDate>2014-10-16T14:35:29+00:00</CreationDate>
    <CreationAuthor>a@example.org</CreationAuthor>
    <Milestone a="1"><Name>M &amp; M</Name></Milestone>
    <BimSnippet SnippetType="x" isExternal="false"><Reference>s.xml</Reference><ReferenceSchema>s.xsd</ReferenceSchema></BimSnippet>
    <DocumentReference Guid="${guids.reference}" isExternal="false"><ReferencedDocument>../plan.pdf</ReferencedDocument></DocumentReference>
    <RelatedTopic Guid="${guids.other}"/>
  </Topic>
  <Comment Guid="${guids.comment}"><Date>2014-10-16T14:35:29</Date><Author>b</Author><Comment>Hello</Comment><Viewpoint Guid="${guids.viewpoint}"/><VerbalStatus>Open</VerbalStatus></Comment>
  <Viewpoints Guid="${guids.viewpoint}"><Viewpoint>view.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints>
</Markup>`

const point = (name: string) => `<${name}><X>1</X><Y>2.5</Y><Z>-3e-2</Z></${name}>`

const oldView = `<VisualizationInfo Guid="${guids.viewpoint}">
  <Components><ViewSetupHints SpacesVisible="true"/><Selection><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOH"/></Selection>
  <Visibility DefaultVisibility="true"/><Coloring><Color Color="FF0000"><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOH"/></Color></Coloring></Components>
  <OrthogonalCamera>${["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(point).join("")}<ViewToWorldScale>12</ViewToWorldScale></OrthogonalCamera>
  <Bitmap><Bitmap>JPG</Bitmap><Reference>b.jpg</Reference>${["Location", "Normal", "Up"].map(point).join("")}<Height>2</Height></Bitmap>
</VisualizationInfo>`

const oldFiles = {
  "bcf.version": version("2.1"),
  "plan.pdf": "a plan",
  [`${guids.topic}/markup.bcf`]: old,
  [`${guids.topic}/view.bcfv`]: oldView,
  [`${guids.topic}/snapshot.png`]: picture,
  [`${guids.topic}/b.jpg`]: picture,
  [`${guids.topic}/s.xml`]: "<s/>",
  [`${guids.topic}/more.txt`]: "more"
}

test("a file of version 2.1 is read", () => {
  const [topic] = [...readBcf(zipOf(oldFiles)).topics()]
  expect(topic!.topic).toEqual({
    guid: guids.topic,
    topic_type: "Clash",
    topic_status: "Open",
    reference_links: ["https://example.org"],
    title: "Old",
    labels: ["One", "Two"],
    creation_date: "2014-10-16T14:35:29+00:00",
    creation_author: "a@example.org",
    bim_snippet: { snippet_type: "x", is_external: false, reference: "s.xml", reference_schema: "s.xsd" }
  })
  expect(topic!.files).toEqual([{ ifc_project: "0YvctVUKr0kugbFTf53O9L", is_external: false, filename: "a.ifc" }])
  expect(topic!.comments.map(({ comment, date, viewpoint_guid }) => [comment, date, viewpoint_guid])).toEqual([
    ["Hello", "2014-10-16T14:35:29", guids.viewpoint]
  ])
  expect(topic!.related_topics).toEqual([guids.other])
  expect(topic!.document_references).toEqual([{ guid: guids.reference, document_guid: guids.reference }])
  expect(topic!.documents.map(({ bytes, filename }) => [filename, Buffer.from(bytes).toString()])).toEqual([
    ["plan.pdf", "a plan"]
  ])
  expect(Buffer.from(topic!.snippet!).toString()).toBe("<s/>")
  expect(topic!.others.map(([name]) => name)).toEqual(["more.txt"])
  const { bitmaps, snapshot, viewpoint } = topic!.viewpoints[0]!
  expect(snapshot).toEqual(picture)
  expect(Object.values(bitmaps)).toEqual([picture])
  const at = { x: 1, y: 2.5, z: -0.03 }
  expect(viewpoint.orthogonal_camera).toEqual({
    camera_view_point: at,
    camera_direction: at,
    camera_up_vector: at,
    view_to_world_scale: 12
  })
  expect(viewpoint.components).toEqual({
    selection: [{ ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }],
    coloring: [{ color: "FF0000", components: [{ ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }] }],
    visibility: { default_visibility: true, view_setup_hints: { spaces_visible: true } }
  })
})

test("unknown elements are kept and written out again", () => {
  const [topic] = [...readBcf(zipOf(oldFiles)).topics()]
  expect(topic!.rest).toEqual({
    Topic: [`<Milestone a="1"><Name>M &amp; M</Name></Milestone>`],
    [`Comment ${guids.comment}`]: ["<VerbalStatus>Open</VerbalStatus>"]
  })
  const file = written(topic!)
  const again = unzipSync(file)
  const markup = Buffer.from(again[`${guids.topic}/markup.bcf`]!).toString()
  // The schemas refuse unknown elements, so they are written as processing instructions.
  expect(markup).toContain(`<?plinth-kept <Milestone a="1"><Name>M &amp; M</Name></Milestone>?></Topic>`)
  expect(markup).toContain("<?plinth-kept <VerbalStatus>Open</VerbalStatus>?></Comment>")
  expect([...readBcf(file).topics()][0]!.rest).toEqual(topic!.rest)
  expect(Buffer.from(again[`${guids.topic}/more.txt`]!).toString()).toBe("more")
})

test("unknown elements of a comment and a viewpoint of the same guid stay apart", () => {
  const comment = `<Comment Guid="${guids.viewpoint}"><Comment>a</Comment><Of><Comment a="?"/>?</Of></Comment>`
  const files = {
    ...oldFiles,
    [`${guids.topic}/markup.bcf`]: old.replace("<Viewpoints", `${comment}<Viewpoints`),
    [`${guids.topic}/view.bcfv`]: oldView.replace("</Visual", "<Sun/></Visual")
  }
  const [topic] = [...readBcf(zipOf(files)).topics()]
  expect(topic!.rest).toMatchObject({
    [`Comment ${guids.viewpoint}`]: [`<Of>?<Comment a="?"/></Of>`],
    [`Viewpoint ${guids.viewpoint}`]: ["<Sun/>"]
  })
  for (const version of ["2.1", "3.0"] as const) {
    expect([...readBcf(writtenAs(version, topic!)).topics()][0]!.rest).toEqual(topic!.rest)
  }
})

test("a file that was written as version 2.1 is read back unchanged", () => {
  const bytes = writtenAs("2.1", fullTopic, smallTopic)
  const file = readBcf(bytes)
  const [full, small] = [...file.topics()]
  expect(file.version).toBe("2.1")
  expect(small).toEqual({ ...smallTopic, documents: [] })
  const { server_assigned_id: _, ...topic } = fullTopic.topic
  const { viewpoints, documents: read, ...rest } = full!
  expect(rest as unknown).toEqual({
    ...fullTopic,
    topic,
    files: fullTopic.files.map((one) => ({ ...one, is_external: true })),
    viewpoints: undefined
  })
  const { description: __, ...document } = head.documents[0]!
  expect(read).toEqual([{ ...document, bytes: documents[0][1] }])
  const { aspect_ratio: ___, ...camera } = fullTopic.viewpoints[0]!.viewpoint.perspective_camera!
  const { lines, clipping_planes, components } = fullTopic.viewpoints[0]!.viewpoint
  expect(viewpoints[0]!.viewpoint).toMatchObject({
    perspective_camera: camera,
    lines: lines!,
    clipping_planes: clipping_planes!,
    components: { ...components!, coloring: [{ ...components!.coloring![0]!, color: "FF00AA33" }] }
  })
  expect(Object.values(viewpoints[0]!.bitmaps)).toEqual([picture])
  expect(viewpoints[0]!.snapshot).toEqual(picture)
  const schema = Buffer.from(unzipSync(bytes)["extensions.xsd"]!).toString()
  expect(schema).toContain('<xs:restriction base="TopicStatus"><xs:enumeration value="Open"/>')
})

const withMarkup = (markup: string) => zipOf({ "bcf.version": version("2.1"), [`${guids.topic}/markup.bcf`]: markup })

test.each([
  ["without version", zipOf({ "a.txt": "a" }), "The file is no BCF file: it has no bcf.version."],
  [
    "of version 1.0",
    zipOf({ "bcf.version": version("1.0") }),
    "The file is of another version of BCF than 2.1 and 3.0."
  ],
  ["that leads out", zipOf({ "../a": "a" }), `The BCF file has a part whose name leads out of it: "../a".`],
  [
    "cut short",
    zipOf(oldFiles).subarray(0, 900),
    "The BCF file is damaged or cut short: its ZIP archive cannot be read."
  ],
  [
    "with a document type",
    withMarkup(`<!DOCTYPE a [<!ENTITY b "c">]><Markup/>`),
    `"${guids.topic}/markup.bcf" has a document type (DOCTYPE), which is refused.`
  ],
  ["without topic", withMarkup("<Markup/>"), "A markup.bcf has no Topic."],
  ["without guid", withMarkup("<Markup><Topic/></Markup>"), "The element Topic has no valid Guid."],
  [
    "nested deeper than 64 levels",
    withMarkup("<a>".repeat(65) + "</a>".repeat(65)),
    "A file in a BCF file has at most 64 levels of nested elements."
  ],
  [
    "that unpacks to 200 times its size",
    zipOf({ ...oldFiles, [`${guids.topic}/more.txt`]: "a".repeat(3_000_000) }),
    "The archive unpacks to more than 200 times its size."
  ],
  [
    "with such a part that nothing names",
    zipOf({ ...oldFiles, "other/more.txt": "a".repeat(3_000_000) }),
    "The archive unpacks to more than 200 times its size."
  ],
  [
    "with 10,001 entries",
    zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`a/${i}`, ""]))),
    "The archive has more than 10,000 entries."
  ]
])("a file %s is refused", (_, bytes, details) => {
  expect(faultOf(() => [...readBcf(bytes).topics()])).toBe(details)
})

test("a document that is named outside of the archive is not read", () => {
  const files = { ...oldFiles, [`${guids.topic}/markup.bcf`]: old.replace("../plan.pdf", "../../plan.pdf") }
  const [topic] = [...readBcf(zipOf(files)).topics()]
  expect(topic!.documents).toEqual([])
})

test("more comments, viewpoints or references of a topic than a project allows are refused while reading", () => {
  const filled = (topic: string, rest: string) =>
    withMarkup(`<Markup><Topic Guid="${guids.topic}"><Title>a</Title>${topic}</Topic>${rest}</Markup>`)
  const many = (count: number, of: (guid: string) => string) =>
    Array.from({ length: count }, () => of(crypto.randomUUID())).join("")
  for (const [limit, file] of [
    [
      limits.commentsOfTopic,
      (count: number) =>
        filled(
          "",
          many(count, (guid) => `<Comment Guid="${guid}"/>`)
        )
    ],
    [
      limits.viewpointsOfTopic,
      (count: number) =>
        filled(
          "",
          many(count, (guid) => `<Viewpoints Guid="${guid}"/>`)
        )
    ],
    [
      limits.referencesOfTopic,
      (count: number) =>
        filled(
          many(count, (guid) => `<DocumentReference Guid="${guid}"/>`),
          ""
        )
    ]
  ] as const) {
    expect([...readBcf(file(limit.most)).topics()]).toHaveLength(1)
    expect(faultOf(() => [...readBcf(file(limit.most + 1)).topics()])).toBe(sentenceOf(limit))
  }
})

test("more comments of all topics than a transaction allows are refused while reading", () => {
  const most = limits.commentsOfTopic.most
  const comments = Array.from({ length: most }, () => `<Comment Guid="${crypto.randomUUID()}"/>`)
  const topic = (some: ReadonlyArray<string>) => {
    const guid = crypto.randomUUID()
    return [`${guid}/markup.bcf`, `<Markup><Topic Guid="${guid}"><Title>a</Title></Topic>${some.join("")}</Markup>`]
  }
  const full = Array.from({ length: limits.partsOfBcf.most / most }, () => topic(comments))
  const file = (...more: ReadonlyArray<ReadonlyArray<string>>) =>
    zipOf(Object.fromEntries([["bcf.version", version("2.1")], ...full, ...more]))
  expect([...readBcf(file()).topics()]).toHaveLength(full.length)
  expect(faultOf(() => [...readBcf(file(topic(comments.slice(0, 1)))).topics()])).toBe(sentenceOf(limits.partsOfBcf))
})

test("a document that several topics name is read once from version 2.1, also if its name ends in a blank", () => {
  const named = { ...head, documents: head.documents.map((one) => ({ ...one, filename: `${one.filename} ` })) }
  const other = { ...fullTopic, topic: { ...fullTopic.topic, guid: guids.other }, comments: [], viewpoints: [] }
  const file = Buffer.concat([...bcfFile(named, [fullTopic, other], documents, "2.1")])
  const topics = [...readBcf(file).topics()]
  expect(topics.map(({ document_references }) => document_references)).toEqual(
    [fullTopic, other].map(({ document_references }) => document_references)
  )
  const found = topics.flatMap((topic) => topic.documents.map(({ bytes, filename, guid }) => [guid, filename, bytes]))
  expect(found).toEqual(
    head.documents.map(({ filename, guid }) => [guid, filename, documents.find(([of]) => of === guid)![1]])
  )
})

test("a document that version 2.1 names without its bytes is kept as a URL", () => {
  const address = "https://example.org/plan"
  const markup = old.replace("../plan.pdf", address)
  const [topic] = [...readBcf(zipOf({ ...oldFiles, [`${guids.topic}/markup.bcf`]: markup })).topics()]
  expect(topic!.document_references).toEqual([{ guid: guids.reference, url: address }])
  expect(topic!.documents).toEqual([])
  for (const version of ["2.1", "3.0"] as const) {
    const [again] = [...readBcf(Buffer.concat([...bcfFile(head, [topic!], [], version)])).topics()]
    expect(again!.document_references).toEqual(topic!.document_references)
  }
})

test("each topic keeps the path of a document that is missing in the file", () => {
  const other = { ...fullTopic, topic: { ...fullTopic.topic, guid: guids.other }, comments: [], viewpoints: [] }
  const file = Buffer.concat([...bcfFile(head, [fullTopic, other], [], "2.1")])
  const places = [...readBcf(file).topics()].map(({ document_references }) => document_references[0]!.url)
  expect(places).toEqual(Array(2).fill(`../documents/${head.documents[0]!.guid}/plan.pdf`))
})

test.each([
  ["JsonElement.json", "JsonElement.json"],
  ["../parts/Größe 1.xml", "Größe 1.xml"],
  ["markup.bcf", "snippet.bin"],
  ["x/..", "snippet.bin"],
  ["notes.txt", "snippet.bin"]
])("a snippet named %p is written as %p, and read again", (reference, name) => {
  const topic = {
    ...fullTopic,
    topic: { ...fullTopic.topic, bim_snippet: { ...fullTopic.topic.bim_snippet!, reference } }
  }
  for (const version of ["2.1", "3.0"] as const) {
    const file = Buffer.concat([...bcfFile(head, [topic], documents, version)])
    expect(Object.keys(unzipSync(file))).toContain(`${guids.topic}/${name}`)
    const [again] = [...readBcf(file).topics()]
    expect([again!.topic.bim_snippet!.reference, again!.snippet]).toEqual([name, topic.snippet])
    expect(again!.others).toEqual(topic.others)
  }
})
