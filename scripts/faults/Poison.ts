import { largeModel } from "../../src/main/testing/LargeModel.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import * as Inspection from "../chaos/Inspection.ts"
import type * as Report from "../chaos/Report.ts"
import { fixture, until, withService } from "./Setting.ts"

/**
 * Runs an operation whose worker is killed at each try, and one that is cancelled. The pool must be complete again
 * after both.
 */
export const poison = (report: Report.Report): Promise<void> =>
  withService({ WORKERS: "2" }, async ({ client, directory, projectId, service }) => {
    const bytes = largeModel(60_000)
    const inspection = Inspection.open(directory)
    const inHand = (id: string) => () => inspection.operation(id).status === "InProgress"
    let failed = 0
    for (let round = 0; round < 2; round++) {
      const id = await client.startImport(projectId, "Poison", bytes)
      for (let attempt = 1; attempt <= 3; attempt++) {
        await until(() => inHand(id)() && inspection.operation(id).attempt === attempt)
        await Bun.sleep(400)
        for (const pid of service.workers()) ServiceProcess.kill(pid)
        await until(() => !(inHand(id)() && inspection.operation(id).attempt === attempt))
      }
      const { error, status } = await client.ended(id)
      if (status === "Failed" && error === "ResourceLimit" && inspection.operation(id).attempt === 3) failed += 1
    }
    report.check("poison operations Failed after three tries, of 2", failed, failed === 2)

    const cancelled = await client.startImport(projectId, "Cancelled", bytes)
    await until(inHand(cancelled))
    // Killed workers must be replaced first, which takes some seconds on a busy machine.
    await until(() => inspection.operation(cancelled).percentage > 1 && service.workers().length >= 2)
    const workers = service.workers()
    await client.call("DELETE", `/v1/operations/${cancelled}`)
    const at = performance.now()
    await until(() => workers.some((pid) => !service.workers().includes(pid)), 10_000)
    const after = performance.now() - at
    report.check("milliseconds from a cancel to the end of the worker", Math.round(after), after < 5000)
    const { error } = await client.operation(cancelled)
    report.check("a cancelled operation's error", error ?? "none", error === "Cancelled")

    const house = await fixture("house.ifc")
    const ids = await Promise.all(["a", "b", "c", "d"].map((name) => client.startImport(projectId, name, house)))
    const good = (await Promise.all(ids.map((id) => client.ended(id)))).filter(({ status }) => status === "Ready")
    report.check("imports Ready after it, of 4", good.length, good.length === 4)
    await until(() => service.workers().length >= 2, 10_000)
    report.check("workers alive", service.workers().length, service.workers().length >= 2)
    inspection.close()
  })
