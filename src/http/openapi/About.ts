/** What the groups of endpoints are about. */
export const groupTexts: Readonly<Record<string, string>> = {
  health: "For the platform that runs the service; no token.",
  docs: "This reference.",
  projects: "Everything lives in a project, and a project has members.",
  members: "Who may do what: a role in the project, and a role on each model.",
  files: "Files on their way in and out, by URLs that carry their own permission.",
  models: "Models, made from uploaded files.",
  products: "The building elements of a model, with their properties.",
  quantities: "Counts, lengths, areas and volumes of products, calculated in the background.",
  operations: "Work in the background, read by polling.",
  locations: "The sites, buildings, floors, spaces and other places of a project, as a hierarchy.",
  codifications: "Classification libraries and their codes, which are assigned to products.",
  materials: "Material libraries and their materials, which are assigned to products.",
  customProperties: "Property sets of the project's own, and the definitions in them.",
  older: "Spellings that clients in the field still send, served as the same operations."
}

export const about = `Plinth serves the building-information data of projects: models imported from files, their products, and what is calculated from them.

**Token.** Every endpoint that shows a scope needs \`Authorization: Bearer …\`. \`write\` does not include \`read\`.

**Wire.** JSON in camelCase. Declared members and enumeration words of a request match without regard to case; unknown members are ignored. A path that does not exist is 404, a method that a path does not have 405 with \`Allow\`; both are ProblemDetails. HEAD is served where GET is.

**Errors.** Two layouts: ErrorView, and ProblemDetails (RFC 9457); each endpoint says which of them a status has. Every answer carries \`X-Request-Id\`, and error bodies repeat it.

**Background work.** A 202 names an operation in \`Location\`; poll it until it is Ready or Failed.

**Repeating.** A POST that takes \`Idempotency-Key\` gives the first answer again for 24 hours.`

/** `readProject` as `Read project`. */
export const words = (name: string): string => {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
