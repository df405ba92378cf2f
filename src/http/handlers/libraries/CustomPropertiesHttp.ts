import * as Effect from "effect/Effect"
import { CustomProperties } from "../../../application/libraries/CustomProperties.ts"
import type { KeptDefinition } from "../../../domain/libraries/PropertyDefinition.ts"
import type { ListedDefinition } from "../../../ports/libraries/PropertySetRepository.ts"
import type { Listed } from "../../../ports/Stored.ts"
import { CustomPropertiesApi } from "../../api/libraries/CustomPropertiesApi.ts"
import { bind } from "../../call/Call.ts"
import { groupPieces, inArray, objectPieces, streamedJson } from "../../answer/StreamedJson.ts"

const definitionText = ({ enumerationValues, ...definition }: KeptDefinition): string =>
  `${JSON.stringify(definition).slice(0, -1)},"enumerationValues":${enumerationValues ?? "null"}}`

/** Returns property sets as pieces of JSON, separated by commas. */
const setPieces = (definitions: Listed<ListedDefinition>) =>
  groupPieces(definitions, {
    of: ({ set }) => set.id,
    open: ({ set: { id, name } }) => `${JSON.stringify({ id, name }).slice(0, -1)},"propertyDefinitions":[`,
    item: ({ definition }) => (definition === null ? null : definitionText(definition)),
    close: ({ set }) => `],"entityTypes":${JSON.stringify(set.entityTypes)}}`
  })

export const bindings = Effect.map(CustomProperties, (properties) =>
  bind(CustomPropertiesApi, {
    readPropertyLibrary: ({ path }) => {
      const { definitions, libraryId } = properties.library(path.projectId)
      return streamedJson(objectPieces({ libraryId }, { sets: inArray(setPieces(definitions)) }))
    },
    readPropertyDefinition: ({ path, principal }) =>
      properties.definition(path.projectId, principal.userId, path.propertyDefinitionGuid),
    createPropertySet: ({ body, path }) => properties.create(path.projectId, body),
    changePropertySet: {
      resource: ({ path: { projectId, propertySetId } }) =>
        Effect.as(properties.requireSet(projectId, propertySetId), ({ body }) =>
          Effect.flatMap(properties.change(projectId, propertySetId, body), (definitions) =>
            streamedJson(setPieces(definitions))
          )
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
