import { Effect } from "effect"
import { CustomProperties } from "../../application/CustomProperties.ts"
import { CustomPropertiesApi } from "../api/CustomPropertiesApi.ts"
import { bind } from "../Call.ts"

export const bindings = Effect.map(CustomProperties, (properties) =>
  bind(CustomPropertiesApi, {
    readPropertyLibrary: ({ path }) => properties.library(path.projectId),
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
