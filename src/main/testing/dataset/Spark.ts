import { join } from "node:path"
import { mavenLibraries } from "../../../../scripts/backends/MavenLibraries.ts"
import type { Value } from "./DatasetReading.ts"

const versions = { spark: "4.1.3", iceberg: "1.11.0" }
const program = join(import.meta.dir, "Spark.java")

/** The answer to a question in SQL: rows, and how many files of Iceberg tables the plan read for them. */
export type SparkAnswer =
  | { readonly rows: ReadonlyArray<ReadonlyArray<Value>>; readonly files: number }
  | { readonly error: string }

type SparkAnswers = Readonly<Record<string, SparkAnswer>>

/**
 * Returns the folder of the libraries of Spark with Iceberg. Fails if they cannot be downloaded, or if there is no
 * Java.
 */
export const libraries = async (): Promise<string> => {
  for (const name of ["java", "mvn"]) if (Bun.which(name) === null) throw new Error(`${name} is not installed`)
  return mavenLibraries(`spark-${versions.spark}-iceberg-${versions.iceberg}`, [
    `org.apache.spark:spark-sql_2.13:${versions.spark}`,
    `org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:${versions.iceberg}`
  ])
}

const machine = {
  "spark.app.name": "dataset",
  "spark.master": "local[1]",
  "spark.log.level": "ERROR",
  "spark.ui.enabled": "false",
  "spark.driver.host": "127.0.0.1",
  "spark.driver.bindAddress": "127.0.0.1",
  "spark.sql.shuffle.partitions": "1",
  // If Spark changed the plan, it would not report how many files it reads.
  "spark.sql.adaptive.enabled": "false"
}

/** Starts Spark with further settings. It answers queries, one object after the other, until it is stopped. */
export const start = (jars: string, settings: Readonly<Record<string, string>>) => {
  const options = [
    "-Xmx1g",
    "-XX:+UseSerialGC",
    // Spark answers only a dozen queries, so slow compilation does not pay off.
    "-XX:TieredStopAtLevel=1",
    ...["java.nio", "sun.nio.ch"].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    ...Object.entries({ ...machine, ...settings }).map(([name, value]) => `-D${name}=${value}`)
  ]
  const child = Bun.spawn(["java", ...options, "--class-path", `${jars}/*`, program], {
    stdio: ["pipe", "pipe", "pipe"]
  })
  const errors = new Response(child.stderr).text()
  const printed = child.stdout.pipeThrough(new TextDecoderStream()).getReader()

  const line = async (): Promise<string> => {
    for (let text = ""; ;) {
      const { done, value } = await printed.read()
      if (done) throw new Error(`Spark has ended: ${(await errors).slice(-2000)}`)
      text += value
      if (text.endsWith("\n")) return text
    }
  }

  const ask = async (questions: Readonly<Record<string, string>>): Promise<SparkAnswers> => {
    void child.stdin.write(`${JSON.stringify(questions)}\n`)
    await child.stdin.flush()
    return JSON.parse(await line()) as SparkAnswers
  }

  const stop = async (): Promise<void> => {
    await child.stdin.end()
    await child.exited
  }

  return { ask, stop }
}

export type Spark = ReturnType<typeof start>
