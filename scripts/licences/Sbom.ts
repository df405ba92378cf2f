import type { Lock } from "./ThirdParty.ts"

interface Property {
  readonly name: string
  readonly value: string
}

interface Component {
  readonly "bom-ref": string
  readonly name: string
  readonly version: string
  readonly properties?: ReadonlyArray<Property>
}

interface Dependency {
  readonly ref: string
  readonly dependsOn?: ReadonlyArray<string>
}

/** The parts of npm's CycloneDX document that this code uses. */
export interface Document {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<Dependency>
}

/** The property with which npm marks a package that is used only for development. */
const development = "cdx:npm:package:development"

/**
 * Returns the document without the packages that the lock file marks as needed only for development. `npm sbom
 * --omit=dev` also leaves out packages that both a tool and the service need. npm names the service after its folder;
 * here it gets the given `name`.
 */
export const withoutTools = <D extends Document>(document: D, name: string, { packages }: Lock): D => {
  const wanted = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { version }]) => `${path.split("node_modules/").at(-1)!}@${version}`)
  )
  const components = document.components
    .filter((one) => wanted.has(`${one.name}@${one.version}`))
    .map((one) => ({ ...one, properties: (one.properties ?? []).filter((property) => property.name !== development) }))
  const kept = new Set([document.metadata.component, ...components].map((one) => one["bom-ref"]))
  const dependencies = document.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ dependsOn = [], ref }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  const metadata = { ...document.metadata, component: { ...document.metadata.component, name } }
  return { ...document, metadata, components, dependencies }
}
