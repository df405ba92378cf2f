import { join } from "node:path"
import * as Postgres from "../backends/Postgres.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"

type Role = "api" | "worker"

/** One process of the service, which is started again whenever it has ended. */
interface Member {
  readonly name: string
  readonly role: Role
  running: Promise<ServiceProcess.ServiceProcess>
  /** Whether the end of the process is expected, because it was killed or stopped. */
  expected: boolean
  /** Whether the process serves and is not suspended. */
  isUp: boolean
}

export interface ClusterOptions {
  /** The folder for logs. */
  readonly root: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly roles: ReadonlyArray<Role>
}

/** The longest wait for a process to start, in milliseconds. */
const timeoutMillis = 60_000

/** Processes of the service over one storage, each with a supervisor that starts it again. */
export const start = async ({ directory, environment, roles, root }: ClusterOptions) => {
  let isOver = false
  let deaths = 0
  const starts: Array<readonly [at: number, what: string]> = []

  const begin = async (member: Member): Promise<ServiceProcess.ServiceProcess> => {
    const end = performance.now() + timeoutMillis
    for (;;) {
      try {
        const service = await ServiceProcess.start({
          directory,
          logFile: join(root, `${member.name}.log`),
          environment: { ...environment, ROLE: member.role }
        })
        member.isUp = true
        starts.push([performance.now(), `${member.name} serves`])
        void service.child.exited.then(() => {
          member.isUp = false
          if (isOver) return
          if (!member.expected) {
            deaths += 1
            console.log(`       ! ${member.name} ended by itself: ${service.log().slice(-500)}`)
          }
          member.expected = false
          member.running = begin(member)
        })
        return service
      } catch (error) {
        // The database may be unavailable during a start, so a supervisor tries again.
        if (performance.now() > end) throw error
        await Bun.sleep(100)
      }
    }
  }

  const members = roles.map((role, index): Member => {
    const member: Member = { name: `${role}-${index}`, role, running: Promise.reject(), expected: false, isUp: false }
    member.running.catch(() => {})
    member.running = begin(member)
    return member
  })
  await Promise.all(members.map(({ running }) => running))

  return {
    of: (role: Role): ReadonlyArray<Member> => members.filter((member) => member.role === role),
    running: (member: Member) => member.running,
    /** Whether any process of the role serves now. */
    isUp: (role: Role): boolean => members.some((member) => member.role === role && member.isUp),
    /** Kills the process and its children and returns whether it was alive. */
    kill: async (member: Member): Promise<boolean> => {
      const service = await member.running
      member.expected = true
      const children = service.workers()
      const hasKilled = ServiceProcess.kill(service.pid)
      for (const pid of children) ServiceProcess.kill(pid)
      await service.child.exited
      return hasKilled
    },
    /** Kills one of its child processes and returns whether there was one. */
    killChild: async (member: Member): Promise<boolean> => {
      const [pid] = (await member.running).workers()
      return pid !== undefined && ServiceProcess.kill(pid)
    },
    /**
     * Suspends the process for this many milliseconds, so that other processes take over its operations. It kills
     * nothing.
     */
    suspend: async (member: Member, millis: number): Promise<false> => {
      const service = await member.running
      ServiceProcess.kill(service.pid, "SIGSTOP")
      member.isUp = false
      setTimeout(() => {
        ServiceProcess.kill(service.pid, "SIGCONT")
        if (service.child.exitCode === null && service.child.signalCode === null) member.isUp = true
      }, millis)
      return false
    },
    /** Kills the server's first process, starts it again, and returns whether it was running. */
    restartDatabase: async (up: () => Promise<unknown>): Promise<boolean> => {
      const hasKilled = Postgres.kill(Postgres.ownOf(root))
      await Bun.sleep(500)
      await up()
      return hasKilled
    },
    /** Returns the members that began to serve, with the times by the clock of this process in milliseconds. */
    starts: (): ReadonlyArray<readonly [at: number, what: string]> => starts,
    /** Returns the number of processes that ended by themselves. */
    deaths: () => deaths,
    stop: async (): Promise<void> => {
      isOver = true
      await Promise.all(members.map(async ({ running }) => (await running).stop()))
    }
  }
}
