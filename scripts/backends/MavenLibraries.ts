import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { cached, run } from "./Server.ts"

/**
 * Returns the folder of Java libraries, given as `group:artifact:version`, with all their dependencies. They are
 * downloaded once from Maven Central and then kept in the cache, under `name`.
 */
export const mavenLibraries = (name: string, artifacts: ReadonlyArray<string>): Promise<string> =>
  cached(name, async (making) => {
    const dependencies = artifacts.map((artifact) => {
      const [group, id, version] = artifact.split(":")
      return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`
    })
    writeFileSync(
      join(making, "pom.xml"),
      `<project><modelVersion>4.0.0</modelVersion><groupId>backends</groupId><artifactId>libraries</artifactId>
<version>1</version><packaging>pom</packaging><dependencies>
${dependencies.join("\n")}
</dependencies></project>`
    )
    const copy = ["mvn", "-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime"]
    await run([...copy, `-DoutputDirectory=${making}`], { cwd: making })
    return making
  })
