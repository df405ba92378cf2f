import { afterAll, beforeAll, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as DatasetAgreement from "./testing/dataset/DatasetAgreement.ts"
import * as DatasetReading from "./testing/dataset/DatasetReading.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import * as Spark from "./testing/dataset/Spark.ts"
import * as SparkReading from "./testing/dataset/SparkReading.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-spark-"))
const wanted = process.env["DATASET_MODELS"]?.split(",") ?? [
  "SampleHouse.ifc",
  "AC20-FZK-Haus.ifc",
  "wall-door-column-4x3.ifc"
]

const found = await Spark.libraries().catch((error: unknown) => (error instanceof Error ? error : new Error("unknown")))
const reason = found instanceof Error ? found.message.split("\n", 1)[0] : null
const it = (title: string, run: () => Promise<void>) =>
  test.skipIf(reason !== null)(reason === null ? title : `${title} (there is no Spark: ${reason})`, run)

let service: ServiceProcess.ServiceProcess | undefined
let spark: Spark.Spark | undefined
let agreement: ReturnType<typeof DatasetAgreement.make>
beforeAll(async () => {
  if (found instanceof Error) return
  service = await ServiceProcess.start()
  const started = Spark.start(found, SparkReading.settingsOf(service.url, await service.token("ada"), folder))
  spark = started
  const reading = await DatasetReading.make(service, (asked) => SparkReading.read(started, asked))
  agreement = DatasetAgreement.make(reading, ["Spark, catalog", "Spark, path"])
})
afterAll(async () => {
  await spark?.stop()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it("after imports, Spark finds what the service answers", () => agreement.afterImports(wanted))

it("after an edit, a new file and a removal as well, and each snapshot shows what it showed", () =>
  agreement.afterChanges("SampleHouse.ifc"))
