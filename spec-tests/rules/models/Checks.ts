import type { JsonObject } from "../../harness/Answer.ts"
import { holds, matches, same, status } from "../../harness/Check.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, follow, importModel } from "../../harness/Imports.ts"
import { checkedModel, idsDocument, newDocument, sendDocument, specificationsOf } from "../../harness/Requirements.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 17")
const operatingRule = rules("contract 17", operating)

/** Rules of documents of requirements and of checks against them. */
export const checks = [
  rule(
    "17-requirements-document",
    "A document is stored, shown, given back byte by byte, replaced and deleted",
    async (context) => {
      const { api } = context
      const { path } = await context.newProject("Requirements")
      const text = idsDocument("Name")
      const made = status(await sendDocument(api, `${path}/requirements`, text), 201)
      holds("id is an integer", Number.isSafeInteger(made.at("id")), made.at("id"))
      same("title", made.at("title"), "Walls")
      same("autoCheck", made.at("autoCheck"), false)
      same("warnings", made.at("warnings"), [])
      const [specification] = made.list("specifications")
      same("name", specification!["name"], "Walls are named")
      same("necessity", specification!["necessity"], "optional")
      same("ifcVersions", specification!["ifcVersions"], ["IFC4"])
      const one = `${path}/requirements/${Number(made.at("id"))}`
      same("the very bytes", status(await api.get(`${one}?format=ids`), 200).text, text)
      const replaced = status(await sendDocument(api, one, idsDocument("Tag"), "PUT"), 200)
      same("the id stays", replaced.at("id"), made.at("id"))
      const changed = status(await api.put(one, { autoCheck: true, tags: ["None"] }), 200)
      same("autoCheck", changed.at("autoCheck"), true)
      same("list", status(await api.get(`${path}/requirements`), 200).list("requirements").length, 1)
      status(await api.delete(one), 204)
      errorView(await api.get(one), 404, "NotFound")
    }
  ),
  rule(
    "17-requirements-refused",
    "Another media type: 415; a document against the schema or with a DOCTYPE: 400 InvalidBody",
    async (context) => {
      const { api } = context
      const { path } = await context.newProject("Requirements")
      const at = `${path}/requirements`
      status(await sendDocument(api, at, idsDocument("Name"), "POST", { "content-type": "application/json" }), 415)
      errorView(await sendDocument(api, at, idsDocument("Name").replace("<info>", "")), 400, "InvalidBody")
      const withType = idsDocument("Name").replace("<ids ", '<!DOCTYPE ids [<!ENTITY a "b">]><ids ')
      errorView(await sendDocument(api, at, withType), 400, "InvalidBody")
      errorView(await api.get(`${at}/zero`), 400, "InvalidIdentifier")
    }
  ),
  operatingRule("17-check-result", "A check gives its result as JSON, CSV and BCF 3.0", async (context) => {
    const { anonymous, api } = context
    const project = await context.newProject("Checks")
    const model = await importModel(api, project, "house.ifc")
    const id = await newDocument(api, project, idsDocument("Tag"))
    const { links, operationId, result, started } = await checkedModel(api, anonymous, model, id)
    same("kind", started.at("kind"), "CheckRequirements")
    matches("Location", started.header("location"), new RegExp(`/v1/operations/${operationId}$`))
    same("operationId", result.at("operationId"), operationId)
    same("modelId", result.at("modelId"), model.modelId)
    same("requirements", result.at("requirements"), { id, title: "Walls" })
    const [specification] = specificationsOf(result)
    const { applicable, failed, passed } = specification as Record<string, number>
    holds("numbers", applicable! > 0 && Number(passed) + Number(failed) === applicable, specification)
    same("status", result.at("status"), failed! > 0 ? "Failed" : "Passed")
    const csv = status(await fetched(anonymous, links.string("csvUrl")), 200)
    same("header", csv.text.split("\r\n")[0], "specification,requirement,Guid,Class,Name,reason")
    const bcf = status(await fetched(anonymous, links.string("bcfUrl")), 200)
    same("a ZIP", new TextDecoder().decode(bcf.bytes.slice(0, 2)), "PK")
  }),
  operatingRule(
    "17-check-states",
    "If nothing applies, a required specification is Failed, an optional one NotApplicable",
    async (context) => {
      const { anonymous, api } = context
      const project = await context.newProject("Checks")
      const model = await importModel(api, project, "shed.ifc")
      const statusOf = async (occurs: string) => {
        const id = await newDocument(api, project, idsDocument("Name", "IFCTASK", occurs))
        return (await checkedModel(api, anonymous, model, id)).result.at("status")
      }
      same("optional", await statusOf('minOccurs="0"'), "NotApplicable")
      same("required", await statusOf('minOccurs="1"'), "Failed")
    }
  ),
  operatingRule("17-check-own", "A check is listed for its starter alone, and is 404 for others", async (context) => {
    const { anonymous, api, second } = context
    const project = await context.newProject("Checks")
    const model = await importModel(api, project, "shed.ifc")
    const member = `${project.path}/members/${encodeURIComponent(context.secondSubject)}`
    status(await api.put(member, { role: "User" }), 200)
    const id = await newDocument(api, project, idsDocument("Name"))
    const { operationId } = await checkedModel(api, anonymous, model, id)
    const [listed] = status(await api.get(`${model.path}/checks`), 200).list("checks")
    same("operationId", listed!["operationId"], operationId)
    same("requirementsId", listed!["requirementsId"], id)
    same("isAutomatic", listed!["isAutomatic"], false)
    same("status", listed!["status"], "Ready")
    same("of another", status(await second.get(`${model.path}/checks`), 200).list("checks"), [])
    errorView(await second.get(`${model.path}/checks/${operationId}/result`), 404, "OperationNotFound")
  }),
  operatingRule(
    "17-check-automatic",
    "Models are checked when autoCheck is switched on, for everyone to see",
    async (context) => {
      const { api, second } = context
      const project = await context.newProject("Checks")
      const model = await importModel(api, project, "shed.ifc")
      const member = `${project.path}/members/${encodeURIComponent(context.secondSubject)}`
      status(await api.put(member, { role: "User" }), 200)
      const id = await newDocument(api, project, idsDocument("Name"))
      status(await api.put(`${project.path}/requirements/${id}`, { autoCheck: true }), 200)
      let check: JsonObject | undefined
      // Other work may be first, so it may take up to ten minutes.
      for (let tries = 0; check === undefined && tries < 6000; tries++) {
        if (tries > 0) await Bun.sleep(100)
        check = status(await second.get(`${model.path}/checks`), 200).list("checks")[0]
      }
      same("isAutomatic", check?.["isAutomatic"], true)
      const looks = await follow(second, check!["operationId"] as string)
      same("status", looks.at(-1)!.at("status"), "Ready")
      same("userId", looks.at(-1)!.at("userId"), context.subject)
    }
  ),
  operatingRule("17-check-unknown", "An unknown document: 400 ReferenceNotFound", async (context) => {
    const project = await context.newProject("Checks")
    const model = await importModel(context.api, project, "shed.ifc")
    const answer = await context.api.post(`${model.path}/checks`, { requirementsId: 9_007_199_254_740_991 })
    errorView(answer, 400, "ReferenceNotFound")
  })
]
