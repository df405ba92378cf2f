import { Effect, Schema } from "effect"
import { CustomProperties } from "../../application/CustomProperties.ts"
import { PropertyDefinition } from "../../domain/PropertyDefinition.ts"
import type { PropertySet } from "../../domain/PropertySet.ts"
import { CustomPropertiesApi } from "../api/CustomPropertiesApi.ts"
import { bind, raw } from "../dispatch/Call.ts"
import { arrayPieces, jsonStream, objectPieces } from "../body/JsonStream.ts"

const definitionText = Schema.encodeSync(Schema.parseJson(PropertyDefinition))

const setPieces = ({ entityTypes, id, name, propertyDefinitions }: PropertySet) =>
  objectPieces(
    { id, name },
    {
      propertyDefinitions: arrayPieces(propertyDefinitions, definitionText),
      entityTypes: arrayPieces(entityTypes, (one) => JSON.stringify(one))
    }
  )

export const bindings = Effect.map(CustomProperties, (properties) =>
  bind(CustomPropertiesApi, {
    readPropertyLibrary: ({ path }) =>
      Effect.map(properties.library(path.projectId), ({ libraryId, sets }) =>
        raw(jsonStream(objectPieces({ libraryId }, { sets: arrayPieces(sets, setPieces) })))
      ),
    readPropertyDefinition: ({ path, principal }) =>
      properties.definition(path.projectId, principal.userId, path.propertyDefinitionGuid),
    createPropertySet: ({ body, path }) => properties.create(path.projectId, body),
    changePropertySet: {
      resource: ({ path: { projectId, propertySetId } }) =>
        Effect.as(properties.requireSet(projectId, propertySetId), ({ body }) =>
          properties.change(projectId, propertySetId, body)
        )
    },
    deletePropertySet: ({ path }) => properties.remove(path.projectId, path.propertySetId),
    createPropertyDefinition: {
      resource: ({ path: { projectId, propertySetId } }) =>
        Effect.as(properties.requireSet(projectId, propertySetId), ({ body }) =>
          properties.addDefinition(projectId, propertySetId, body)
        )
    },
    changePropertyDefinition: {
      resource: ({ path: { projectId, propertyDefinitionId, propertySetId } }) =>
        Effect.as(properties.requireDefinition(projectId, propertySetId, propertyDefinitionId), ({ body }) =>
          properties.changeDefinition(projectId, propertySetId, propertyDefinitionId, body)
        )
    },
    deletePropertyDefinition: ({ path }) =>
      properties.removeDefinition(path.projectId, path.propertySetId, path.propertyDefinitionId)
  })
)
