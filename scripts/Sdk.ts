/**
 * Writes the client sdk/plinth.ts from the OpenAPI document of this source.
 * Usage: npm run sdk
 */
import { join } from "node:path"
import * as OpenApi from "../src/http/openapi/OpenApi.ts"
import * as Client from "./sdk/Client.ts"

const document = OpenApi.make("http://localhost:8080") as unknown as Client.Document
await Bun.write(join(import.meta.dir, "../sdk/plinth.ts"), Client.text(document))
