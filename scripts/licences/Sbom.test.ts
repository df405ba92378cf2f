import { expect, test } from "bun:test"
import { join } from "node:path"
import process from "node:process"
import manifest from "../../package.json" with { type: "json" }
import { type Document, withoutTools } from "./Sbom.ts"
import { type Lock, packagesOf } from "./ThirdParty.ts"

const root = join(import.meta.dir, "../..")

test("the printed document is CycloneDX with every package of the service and no tool", async () => {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, "--no-install", join(root, "scripts/Sbom.ts")])
  expect(exitCode).toBe(0)
  const { bomFormat, components, dependencies, metadata, specVersion } = JSON.parse(stdout.toString()) as Document
  expect([bomFormat, Number(specVersion) >= 1.4]).toEqual(["CycloneDX", true])
  expect(metadata.component).toMatchObject({ name: manifest.name, version: manifest.version })

  const found = components.map(({ name, version }) => `${name} ${version}`)
  const lock = (await Bun.file(join(root, "package-lock.json")).json()) as Lock
  const wanted = packagesOf(lock).map(({ name, version }) => `${name} ${version}`)
  expect(wanted.filter((one) => !found.includes(one))).toEqual([])
  // The other packages found belong only to this platform.
  expect(found.filter((one) => !wanted.includes(one) && !/^(?:bun|@oven\/|@msgpackr-extract\/)/.test(one))).toEqual([])

  const refs = new Set([metadata.component, ...components].map((one) => one["bom-ref"]))
  expect(
    dependencies.flatMap(({ dependsOn = [], ref }) => [ref, ...dependsOn]).filter((one) => !refs.has(one))
  ).toEqual([])
  const direct = dependencies.find(({ ref }) => ref === metadata.component["bom-ref"])?.dependsOn ?? []
  for (const [name, version] of Object.entries(manifest.dependencies)) expect(direct).toContain(`${name}@${version}`)
})

test("tools are removed, and nothing depends on them", () => {
  const component = (name: string) => ({ "bom-ref": name, name, version: "1.0.0" })
  const properties = [{ name: "cdx:npm:package:development", value: "true" }]
  const document: Document = {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    metadata: { component: component("folder") },
    components: [
      { ...component("a"), properties },
      { ...component("tool"), properties }
    ],
    dependencies: [
      { ref: "folder", dependsOn: ["a", "tool"] },
      { ref: "tool", dependsOn: ["a"] },
      { ref: "a", dependsOn: [] }
    ]
  }
  const packages = {
    "node_modules/tool": { version: "1.0.0", dev: true },
    "node_modules/tool/node_modules/a": { version: "1.0.0", dev: true },
    "node_modules/b/node_modules/a": { version: "1.0.0" }
  }
  const kept = withoutTools(document, "plinth", { packages })
  expect(kept.metadata.component.name).toBe("plinth")
  expect(kept.components).toEqual([{ ...component("a"), properties: [] }])
  expect(kept.dependencies).toEqual([
    { ref: "folder", dependsOn: ["a"] },
    { ref: "a", dependsOn: [] }
  ])
})
