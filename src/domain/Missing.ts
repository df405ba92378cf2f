import {
  ModelNotFound,
  NotFound,
  OperationNotFound,
  ProductNotFound,
  ProjectNotFound,
  VersionNotFound
} from "./Errors.ts"

const no = (what: string) => (): NotFound => new NotFound({ details: `There is no such ${what}.` })

/** The errors for objects that do not exist. Each is the same from every check, so that none reveals more. */
export const missing = {
  path: no("path"),
  resource: no("resource"),
  member: no("member"),
  materialLibrary: no("material library in this project"),
  material: no("material in this library"),
  codificationLibrary: no("codification library in this project"),
  code: no("code in this library"),
  location: no("location in this project"),
  programToken: no("token"),
  invitation: no("open invitation"),
  webhook: no("webhook in this project"),
  delivery: no("delivery of this webhook"),
  savedQuery: no("saved query in this project"),
  requirements: no("document of requirements in this project"),
  topic: no("topic in this project"),
  comment: no("comment of this topic"),
  viewpoint: no("viewpoint of this topic"),
  document: no("document in this project"),
  snippet: no("snippet of this topic here"),
  reference: no("reference to a document in this topic"),
  picture: no("picture of this viewpoint"),
  propertySet: no("property set in this project"),
  propertyDefinition: no("property definition in this set"),
  property: () => new NotFound({ details: "There is no property with this guid in the project." }),
  project: () => new ProjectNotFound({ details: "There is no such project, or you are not a member of it." }),
  deletedProject: () => new ProjectNotFound({ details: "The project has been deleted." }),
  removedModel: () => new ModelNotFound({ details: "The model has been removed." }),
  version: () => new VersionNotFound({ details: "There is no such version of this model." }),
  product: () => new ProductNotFound({ details: "There is no such product in your view of this model." }),
  operation: () => new OperationNotFound({ details: "There is no such operation, or you may not see it." })
}
