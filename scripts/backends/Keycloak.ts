import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Backend } from "./Backend.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import { cached, daemon, isAlive, remembered, run, stop, until } from "./Server.ts"

const version = "26.5.6"
const realm = "plinth"
const administrator = "admin"
const password = "admin-secret"
const realmFile = join(import.meta.dir, "realm.json")

const pathsIn = (own: string) => ({ programs: join(own, "programs"), pidFile: join(own, "pid"), log: join(own, "log") })

/** Returns the server's programs, which are downloaded once from Maven Central (165 MB). */
const distribution = (): Promise<string> =>
  cached(`keycloak-${version}`, async (making) => {
    const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`
    await run(["mvn", "-q", "-B", "dependency:unpack", artifact, `-DoutputDirectory=${making}`], { cwd: making })
    return join(making, `keycloak-${version}`)
  })

/**
 * Returns the programs with the realm in the state after the first start, because the first start takes four times as
 * long as the next one.
 */
const prepared = (): Promise<string> => {
  const text = readFileSync(realmFile)
  return cached(`keycloak-${version}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`, async (own) => {
    const { pidFile, programs } = pathsIn(own)
    cpSync(await distribution(), programs, { recursive: true })
    mkdirSync(join(programs, "data/import"), { recursive: true })
    cpSync(realmFile, join(programs, `data/import/${realm}-realm.json`))
    await start(own, String(await freePort())).finally(() => stop(pidFile))
    return programs
  })
}

/**
 * Returns the process of Java, because a signal must reach Java itself. The script that starts Java either remains its
 * parent or is replaced by it.
 */
const javaBelow = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
  const isJava = (it: number) => readFileSync(`/proc/${it}/comm`, "utf8").trim() === "java"
  return children.find(isJava) ?? pid
}

/** Starts the Keycloak in the folder and waits until the realm answers. Returns its address and that of the realm. */
const start = async (own: string, port: string): Promise<{ readonly url: string; readonly issuer: string }> => {
  const { log, pidFile, programs } = pathsIn(own)
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
        JAVA_OPTS_KC_HEAP: "-Xms128m -Xmx512m",
        // The server answers only some thousand requests, so slow compilation does not pay off.
        JAVA_OPTS_APPEND: "-XX:-UseG1GC -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
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
  return { url, issuer }
}

/**
 * Keycloak of Maven Central in its mode for development, with the realm of `realm.json`, which is imported if the
 * folder contains none. Its clients and users are those of that file; its administrator's password is `admin-secret`.
 */
export const keycloak: Backend = {
  up: async (folder) => {
    const own = join(folder, "keycloak")
    mkdirSync(own, { recursive: true })
    // The server writes into the folder of its programs.
    const { programs } = pathsIn(own)
    if (!existsSync(programs)) cpSync(await prepared(), programs, { recursive: true })
    const { issuer, url } = await start(
      own,
      await remembered(folder, "keycloak.port", async () => String(await freePort()))
    )
    return {
      KEYCLOAK_ISSUER: issuer,
      KEYCLOAK_URL: url,
      KEYCLOAK_FOLDER: folder,
      KEYCLOAK_ADMIN: administrator,
      KEYCLOAK_ADMIN_PASSWORD: password
    }
  },
  down: (folder) => stop(pathsIn(join(folder, "keycloak")).pidFile)
}
