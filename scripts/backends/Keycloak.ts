import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Backend } from "./Backend.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import { daemon, isAlive, remembered, run, stop, until } from "./Server.ts"

const version = "26.5.6"
const realm = "plinth"
const administrator = "admin"
const password = "admin-secret"

/** Its programs, which come from Maven Central once: 165 MB. */
const distribution = async (): Promise<string> => {
  const cache = process.env["BACKENDS_CACHE"] ?? join(homedir(), ".cache/plinth-backends")
  const folder = join(cache, `keycloak-${version}`)
  if (existsSync(folder)) return folder
  const making = `${folder}-${crypto.randomUUID()}`
  mkdirSync(making, { recursive: true })
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`
  await run(["mvn", "-q", "-B", "dependency:unpack", artifact, `-DoutputDirectory=${making}`], { cwd: making })
  try {
    renameSync(join(making, `keycloak-${version}`), folder)
  } catch (error) {
    // Another one was faster.
    if (!existsSync(folder)) throw error
  }
  rmSync(making, { recursive: true, force: true })
  return folder
}

const paths = (folder: string) => {
  const own = join(folder, "keycloak")
  return { own, programs: join(own, "programs"), pidFile: join(own, "pid"), log: join(own, "log") }
}

/** The script that starts Java stays its parent, or becomes it; a signal must reach Java itself. */
const javaBelow = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
  const isJava = (it: number) => readFileSync(`/proc/${it}/comm`, "utf8").trim() === "java"
  return children.find(isJava) ?? pid
}

/**
 * Keycloak of Maven Central in its mode for development, with the realm of `realm.json`, which is read where the folder
 * has none. Its clients and users are those of that file; its administrator's password is `admin-secret`.
 */
export const keycloak: Backend = {
  up: async (folder) => {
    const { log, own, pidFile, programs } = paths(folder)
    mkdirSync(own, { recursive: true })
    // It writes into the folder of its programs.
    if (!existsSync(programs)) cpSync(await distribution(), programs, { recursive: true })
    mkdirSync(join(programs, "data/import"), { recursive: true })
    cpSync(join(import.meta.dir, "realm.json"), join(programs, `data/import/${realm}-realm.json`))
    const port = await remembered(folder, "keycloak.port", async () => String(await freePort()))
    const url = `http://127.0.0.1:${port}`
    const issuer = `${url}/realms/${realm}`
    if (!isAlive(pidFile)) {
      const options = ["--import-realm", "--http-host=127.0.0.1", `--http-port=${port}`, `--hostname=${url}`]
      daemon(["bash", join(programs, "bin/kc.sh"), "start-dev", ...options, "--cache=local", "--log-level=warn"], {
        log,
        pidFile,
        env: {
          KC_BOOTSTRAP_ADMIN_USERNAME: administrator,
          KC_BOOTSTRAP_ADMIN_PASSWORD: password,
          JAVA_OPTS_KC_HEAP: "-Xms128m -Xmx512m"
        }
      })
    }
    await until("The start of Keycloak", () => {
      if (!isAlive(pidFile)) throw new Error(`Keycloak has ended: ${readFileSync(log, "utf8").slice(-2000)}`)
      return fetch(`${issuer}/.well-known/openid-configuration`).then(
        ({ ok }) => ok,
        () => false
      )
    })
    writeFileSync(pidFile, String(javaBelow(Number(readFileSync(pidFile, "utf8")))))
    return {
      KEYCLOAK_ISSUER: issuer,
      KEYCLOAK_URL: url,
      KEYCLOAK_FOLDER: folder,
      KEYCLOAK_ADMIN: administrator,
      KEYCLOAK_ADMIN_PASSWORD: password
    }
  },
  down: (folder) => stop(paths(folder).pidFile)
}
