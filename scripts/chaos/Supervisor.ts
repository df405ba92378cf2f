import type { FaultPoint } from "../../src/ports/FaultPoints.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import type { Random } from "./Random.ts"

const points: ReadonlyArray<FaultPoint> = [
  "upload.issued",
  "upload.receiving",
  "upload.stored",
  "model.copied",
  "view.kept",
  "operation.uncommitted",
  "operation.committed",
  "post.answered",
  "outbox.sent",
  "operation.claimed",
  "operation.working",
  "operation.computed",
  "operation.kept",
  "import.begun",
  "import.staged",
  "operation.finishing",
  "operation.finished",
  "result.asked",
  "webhook.claimed",
  "webhook.sent"
]

/** The way in which the service is killed. */
export type Plan =
  | { readonly kind: "point"; readonly at: FaultPoint; readonly count: number }
  | { readonly kind: "syscall"; readonly name: string; readonly count: number }
  | { readonly kind: "moment"; readonly after: number; readonly also: boolean }
  | { readonly kind: "worker"; readonly after: number }

const syscalls = ["pwrite64", "fdatasync", "fsync", "openat", "unlink", "ftruncate"]

const canTrace = Bun.which("strace") !== null

/** Returns the next plan. Named points are used in turn, so that each is used equally often. */
export const planOf = (random: Random, index: number): Plan => {
  const share = random.next()
  if (share < 0.5) return { kind: "point", at: points[index % points.length]!, count: random.between(1, 2) }
  if (share < 0.65 && canTrace) return { kind: "syscall", name: random.pick(syscalls), count: random.between(1, 60) }
  if (share < 0.85) return { kind: "moment", after: random.between(20, 1200), also: random.next() < 0.5 }
  return { kind: "worker", after: random.between(20, 800) }
}

export const nameOf = (plan: Plan): string => (plan.kind === "point" ? plan.at : plan.kind)

/** The longest wait for a plan before the service is killed anyway. */
const timeoutMillis = 3500

/** Starts the service in such a way that the plan can take effect. */
export const start = (directory: string, plan: Plan | null, environment: Readonly<Record<string, string>>) =>
  ServiceProcess.start({
    directory,
    environment: {
      ...environment,
      ...(plan?.kind === "point" ? { CRASH_AT: `${plan.at}:${plan.count}` } : {})
    },
    ...(plan?.kind === "syscall"
      ? {
          under: [
            "strace",
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            `trace=${plan.name}`,
            "-e",
            `inject=${plan.name}:signal=SIGKILL:when=${plan.count}`
          ]
        }
      : {})
  })

const isOver = ({ child }: ServiceProcess.ServiceProcess) => child.exitCode !== null || child.signalCode !== null

const endedWithin = async (service: ServiceProcess.ServiceProcess, millis: number): Promise<boolean> => {
  await Promise.race([service.child.exited, Bun.sleep(millis)])
  return isOver(service)
}

/** Carries out the plan. Returns the number of kills and whether the plan, and not the timeout, ended the service. */
export const carryOut = async (service: ServiceProcess.ServiceProcess, plan: Plan) => {
  if (plan.kind === "worker") {
    await Bun.sleep(plan.after)
    const workers = service.workers()
    for (const pid of workers) ServiceProcess.kill(pid)
    await Bun.sleep(500)
    ServiceProcess.kill(service.pid)
    await service.child.exited
    return { kills: 2, met: workers.length > 0 }
  }
  const met = await endedWithin(service, plan.kind === "moment" ? plan.after : timeoutMillis)
  const workers = service.workers()
  ServiceProcess.kill(service.pid)
  if (plan.kind === "moment" && plan.also) for (const pid of workers) ServiceProcess.kill(pid)
  await service.child.exited
  return { kills: 1, met: met || plan.kind === "moment" }
}
