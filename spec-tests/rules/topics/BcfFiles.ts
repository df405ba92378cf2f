import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"
import { bcfPath } from "./Topics.ts"

const rule = rules("contract 18", ["storage", "blobs"])

const topic = "0a1b2c3d-0000-4000-8000-000000000001"
const comment = "0a1b2c3d-0000-4000-8000-000000000002"
const viewpoint = "0a1b2c3d-0000-4000-8000-000000000003"

const xyz = (name: string, x: number, y: number, z: number) => `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`

const markup = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Markup>
  <Topic Guid="${topic}" TopicType="Clash" TopicStatus="Open">
    <Title>${title}</Title>
    <Labels>Fire</Labels>
    <CreationDate>2016-04-28T16:31:12+02:00</CreationDate>
    <CreationAuthor>somebody@example.org</CreationAuthor>
    <Sticker Colour="green">Hello</Sticker>
  </Topic>
  <Comment Guid="${comment}">
    <Date>2016-04-29T16:31:12Z</Date><Author>nobody@example.org</Author><Comment>Look</Comment>
    <Viewpoint Guid="${viewpoint}"/>
  </Comment>
  <Viewpoints Guid="${viewpoint}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>
</Markup>`

const view = `<VisualizationInfo Guid="${viewpoint}"><PerspectiveCamera>${xyz("CameraViewPoint", 1, 2, 3)}${xyz("CameraDirection", 0, 1, 0)}${xyz("CameraUpVector", 0, 0, 1)}<FieldOfView>60</FieldOfView></PerspectiveCamera></VisualizationInfo>`

const archive = (title: string, more: Readonly<Record<string, string>> = {}) => {
  const files = {
    "bcf.version": '<Version VersionId="2.1"/>',
    [`${topic}/markup.bcf`]: markup(title),
    [`${topic}/v.bcfv`]: view,
    [`${topic}/notes.txt`]: "kept",
    ...more
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const send = (context: Context, { path }: Project, bytes: Uint8Array, type = "application/octet-stream") =>
  context.api.send("POST", `${path}/topics.bcfzip`, { bytes, headers: { "content-type": type } })

export const bcfFileRules = [
  rule("18-import", "A BCF 2.1 file is imported with its guids, authors and dates", async (context) => {
    const project = await context.newProject("BCF import")
    status(await send(context, project, archive("Old")), 201)
    const read = status(await context.api.get(`${bcfPath(project)}/topics/${topic}`), 200)
    same(
      "topic",
      ["title", "topic_type", "labels", "creation_date", "creation_author"].map((name) => read.at(name)),
      ["Old", "Clash", ["Fire"], "2016-04-28T16:31:12+02:00", "somebody@example.org"]
    )
    const [only] = status(await context.api.get(`${bcfPath(project)}/topics/${topic}/comments`), 200).body as [object]
    same("comment", only, {
      guid: comment,
      topic_guid: topic,
      date: "2016-04-29T16:31:12Z",
      author: "nobody@example.org",
      comment: "Look",
      viewpoint_guid: viewpoint
    })
    const camera = status(await context.api.get(`${bcfPath(project)}/topics/${topic}/viewpoints/${viewpoint}`), 200)
    same("camera", camera.at("perspective_camera", "camera_view_point"), { x: 1, y: 2, z: 3 })
  }),
  rule("18-import-again", "A second import changes topics and keeps comments that it lacks", async (context) => {
    const project = await context.newProject("BCF import again")
    const topics = `${bcfPath(project)}/topics`
    status(await send(context, project, archive("Old")), 201)
    status(await context.api.post(`${topics}/${topic}/comments`, { comment: "Ours" }), 201)
    status(await send(context, project, archive("New"), "application/zip"), 201)
    same("title", status(await context.api.get(`${topics}/${topic}`), 200).at("title"), "New")
    const comments = status(await context.api.get(`${topics}/${topic}/comments`), 200).body as ReadonlyArray<unknown>
    same("number of comments", comments.length, 2)
  }),
  rule(
    "18-export",
    "An exported file is BCF 3.0 with everything that was imported, unknown content too",
    async (context) => {
      const project = await context.newProject("BCF export")
      status(await send(context, project, archive("A & B".replace("&", "&amp;"))), 201)
      const answer = status(await context.api.get(`${project.path}/topics.bcfzip`), 200)
      same("nosniff", answer.header("x-content-type-options"), "nosniff")
      const files = unzipSync(answer.bytes)
      const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
      holds("version 3.0", text("bcf.version").includes('VersionId="3.0"'), text("bcf.version"))
      holds("extensions.xml", files["extensions.xml"] !== undefined)
      const written = text(`${topic}/markup.bcf`)
      const parts = [
        `Guid="${topic}"`,
        "<Title>A &amp; B</Title>",
        "<Label>Fire</Label>",
        `<Comment Guid="${comment}">`,
        `<ViewPoint Guid="${viewpoint}">`,
        `<Sticker Colour="green">Hello</Sticker>`
      ]
      await each(parts, String, async (part) => holds(part, written.includes(part), written))
      same("a file of the topic", text(`${topic}/notes.txt`), "kept")
    }
  ),
  rule("18-export-2.1", "A file of BCF 2.1 is exported if that version is asked for", async (context) => {
    const project = await context.newProject("BCF export 2.1")
    status(await send(context, project, archive("Old")), 201)
    const files = unzipSync(status(await context.api.get(`${project.path}/topics.bcfzip?version=2.1`), 200).bytes)
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    holds("version 2.1", text("bcf.version").includes('VersionId="2.1"'), text("bcf.version"))
    holds("extensions.xsd", files["extensions.xsd"] !== undefined)
    const written = text(`${topic}/markup.bcf`)
    const parts = [
      `<Topic Guid="${topic}"`,
      "<Labels>Fire</Labels>",
      `</Topic><Comment Guid="${comment}">`,
      "<Viewpoints Guid="
    ]
    await each(parts, String, async (part) => holds(part, written.includes(part), written))
    problem(await context.api.get(`${project.path}/topics.bcfzip?version=2.0`), 400)
  }),
  rule(
    "18-hostile-files",
    "Document types, bombs, names that lead out, and what is no BCF file are refused",
    async (context) => {
      const project = await context.newProject("BCF hostile")
      const bad: ReadonlyArray<readonly [string, Uint8Array, string]> = [
        ["no archive", strToU8("no archive"), "InvalidBody"],
        ["no BCF file", zipSync({ "a.txt": strToU8("a") }), "InvalidBody"],
        ["a document type", archive("a", { [`${topic}/markup.bcf`]: "<!DOCTYPE a><Markup/>" }), "InvalidBody"],
        ["a name that leads out", archive("a", { "../b": "b" }), "InvalidBody"],
        ["a bomb", archive("a", { [`${topic}/b`]: "b".repeat(5_000_000) }), "ArchiveTooLarge"]
      ]
      await each(
        bad,
        ([name]) => name,
        async ([, bytes, code]) => {
          problem(await send(context, project, bytes), 400, code)
        }
      )
      problem(await send(context, project, archive("a"), "text/plain"), 415)
      same("topics", status(await context.api.get(`${bcfPath(project)}/topics`), 200).body, [])
    }
  )
]
