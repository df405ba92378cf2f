import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../../src/testing/FreePort.ts"
import { until } from "../backends/Server.ts"
import { install } from "../Debian.ts"

/** Installs Debian's package as root if it is missing. Fails with the name of the missing package. */
export const demand = async (): Promise<void> => {
  if (Bun.which("prometheus") !== null && Bun.which("promtool") !== null) return
  await install("prometheus")
}

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data?: { readonly result: ReadonlyArray<unknown> }
}

/** A Prometheus that scrapes a target as the job `plinth` every second and evaluates the rules. */
export interface Prometheus {
  /** The number of series that an expression returns now; null with the reason if the query fails. */
  readonly ask: (expr: string) => Promise<{ readonly series: number | null; readonly fault: string }>
  /** Returns the names of rules whose last evaluation failed, or that have not been evaluated yet. */
  readonly unhealthyRules: () => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

/** @param folder a separate folder */
export const start = async (folder: string, metricsPort: number, rules: string): Promise<Prometheus> => {
  const port = await freePort()
  const config = join(folder, "prometheus.yaml")
  writeFileSync(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(rules)}]
scrape_configs:
  - job_name: plinth
    static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]
`
  )
  const child = Bun.spawn(
    [
      "prometheus",
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error"
    ],
    { stdio: ["ignore", "inherit", "inherit"] }
  )
  const url = `http://127.0.0.1:${port}`
  await until("Prometheus", async () => {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    return fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false
    )
  })
  return {
    ask: async (expr) => {
      const response = await fetch(`${url}/api/v1/query`, {
        method: "POST",
        body: new URLSearchParams({ query: expr })
      })
      const { data, error, status } = (await response.json()) as Answer
      return status === "success"
        ? { series: data!.result.length, fault: "" }
        : { series: null, fault: error ?? status }
    },
    unhealthyRules: async () => {
      const { data } = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
        readonly data: {
          readonly groups: ReadonlyArray<{
            readonly rules: ReadonlyArray<{ readonly name: string; readonly health: string }>
          }>
        }
      }
      const all = data.groups.flatMap(({ rules }) => rules)
      return all.filter(({ health }) => health !== "ok").map(({ name }) => name)
    },
    stop: async () => {
      child.kill("SIGTERM")
      await child.exited
    }
  }
}
