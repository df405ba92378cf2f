import type { Answer, JsonObject } from "./Answer.ts"
import { status } from "./Check.ts"
import type { Client } from "./Client.ts"
import { fetched, follow, type Imported } from "./Imports.ts"
import type { Project } from "./Project.ts"

/** An IDS document with one specification: entities of the class must have the attribute. */
export const idsDocument = (attribute: string, ifcClass = "IFCWALL", occurs = 'minOccurs="0"'): string =>
  `<?xml version="1.0"?>
<ids xmlns="http://standards.buildingsmart.org/IDS">
  <info><title>Walls</title></info>
  <specifications>
    <specification name="Walls are named" ifcVersion="IFC4">
      <applicability ${occurs} maxOccurs="unbounded">
        <entity><name><simpleValue>${ifcClass}</simpleValue></name></entity>
      </applicability>
      <requirements><attribute><name><simpleValue>${attribute}</simpleValue></name></attribute></requirements>
    </specification>
  </specifications>
</ids>
`

const xml = { "content-type": "application/xml" }

/** Sends a document as a new one, or as the new file of an existing one. */
export const sendDocument = (client: Client, path: string, text: string, method = "POST", headers = xml) =>
  client.send(method, path, { headers, bytes: new TextEncoder().encode(text) })

/** Adds a document to a project and returns its id. */
export const newDocument = async (client: Client, { path }: Project, text: string): Promise<number> =>
  Number(status(await sendDocument(client, `${path}/requirements`, text), 201).at("id"))

/** Checks a model against a document and returns the answer with the links, and the result. */
export const checkedModel = async (client: Client, anonymous: Client, { path }: Imported, requirementsId: number) => {
  const started = status(await client.post(`${path}/checks`, { requirementsId }), 202)
  const operationId = started.string("id")
  await follow(client, operationId)
  const links = status(await client.get(`${path}/checks/${operationId}/result`), 200)
  const result = status(await fetched(anonymous, links.string("downloadUrl")), 200)
  return { operationId, started, links, result }
}

/** The specifications of a result. */
export const specificationsOf = (result: Answer): ReadonlyArray<JsonObject> => result.list("specifications")
