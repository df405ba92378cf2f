import { largeModel } from "../../src/main/testing/LargeModel.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import * as Inspection from "../chaos/Inspection.ts"
import * as Report from "../chaos/Report.ts"
import { until, withService } from "./Setting.ts"

const atOnce = 10

/**
 * Runs workers that are suspended during their work. Each is killed and its work is taken over; when a worker is
 * resumed, its writes must have no effect.
 */
export const stoppedWorkers = (report: Report.Report, wanted: number): Promise<void> =>
  withService({ WORKERS: String(atOnce), WORKER_MEMORY_BYTES: String(2 * 1024 ** 3) }, async (setting) => {
    const { client, directory, projectId, service } = setting
    const bytes = largeModel(20_000)
    const inspection = Inspection.open(directory)
    const takeovers: Array<number> = []
    const failed: Array<string> = []
    while (takeovers.length < wanted) {
      const ids = await Promise.all(
        Array.from({ length: atOnce }, (_, i) => client.startImport(projectId, `Walls ${i}`, bytes))
      )
      const rows = () => inspection.operations().filter(({ id }) => ids.includes(id))
      const busy = () => rows().filter(({ percentage, status }) => status === "InProgress" && percentage >= 2)
      await until(() => busy().length >= atOnce - 2 || rows().every(({ status }) => status === "Ready"))
      const stopped = service.workers()
      for (const pid of stopped) ServiceProcess.kill(pid, "SIGSTOP")
      const at = performance.now()
      const before = new Map(busy().map((row) => [row.id, row]))
      const waiting = new Set(before.keys())
      await until(() => {
        for (const row of rows()) {
          if (!waiting.has(row.id) || (row.token === before.get(row.id)!.token && row.status === "InProgress")) continue
          if (row.token > before.get(row.id)!.token) takeovers.push(performance.now() - at)
          // In any other state, the process ended before the signal arrived.
          else if (row.status === "Queued") continue
          waiting.delete(row.id)
        }
        return waiting.size === 0
      }, 60_000)
      for (const pid of stopped) ServiceProcess.kill(pid, "SIGCONT")
      for (const id of ids) {
        const { error, status } = await client.ended(id)
        if (status !== "Ready") failed.push(`${status} ${error}`)
      }
    }
    report.figure("stopped workers taken over", takeovers.length)
    for (const what of new Set(failed)) report.fault(what)
    report.check("operations not Ready after a takeover", failed.length, failed.length === 0)
    report.check("late writes accepted", inspection.lateWrites(), inspection.lateWrites() === 0)
    report.check("operations finished not exactly once", inspection.unaccounted(), inspection.unaccounted() === 0)
    const slowest = Report.quantile(takeovers, 0.99)
    report.figure("takeover, median", Report.seconds(Report.quantile(takeovers, 0.5)))
    report.check("takeover, 99 of 100", Report.seconds(slowest), slowest < 15_000)
    inspection.close()
  })
