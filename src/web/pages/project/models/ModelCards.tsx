import type { ComponentChildren } from "preact"
import { Link } from "../../../address/Link.tsx"
import type { Model } from "../../../api/Views.ts"
import { counted, timed } from "../../../Texts.ts"
import { type Column, Table } from "../../../ui/Table.tsx"
import { NoPicture } from "../../../ui/NoPicture.tsx"
import { sized } from "../../Sizes.ts"
import { texts } from "./CardTexts.ts"
import { isPinned, togglePin } from "./Kept.ts"

const words = texts.cards

export interface ModelsProperties {
  readonly models: ReadonlyArray<Model>
  readonly pathOf: (model: Model) => string
  readonly remove: (model: Model) => void
  /** Returns the state of an import of a new file for the model, if there is one. */
  readonly stateOf: (model: Model) => ComponentChildren
}

const personOf = ({ updatedBy, updatedByName }: Model): string => updatedByName ?? updatedBy

const Picture = ({ model: { image } }: { readonly model: Model }) =>
  image === undefined ? <NoPicture /> : <img class="picture" src={image} alt="" loading="lazy" />

/** Renders the button that pins a model. A star and the word say whether it is pinned. */
const Pin = ({ model: { id, name } }: { readonly model: Model }) => {
  const pinned = isPinned(id)
  return (
    <button
      type="button"
      class="plain pin"
      aria-pressed={pinned}
      aria-label={words.pinOf(name)}
      title={words.pinHint}
      onClick={() => togglePin(id)}
    >
      <span aria-hidden="true">{pinned ? "★" : "☆"}</span> {words.pin}
    </button>
  )
}

const Delete = ({ model, remove }: { readonly model: Model } & Pick<ModelsProperties, "remove">) =>
  model.canEdit ? (
    <button type="button" class="plain" aria-label={`${texts.delete} ${model.name}`} onClick={() => remove(model)}>
      {texts.delete}
    </button>
  ) : null

const Tags = ({ tags }: Pick<Model, "tags">) =>
  tags.length === 0 ? null : (
    <span class="row">
      {tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
    </span>
  )

const factsOf = ({ products, schema, sizeBytes }: Model): string =>
  [words.countOf(products), sizeBytes === null ? null : sized(sizeBytes), schema]
    .filter((fact) => fact !== null)
    .join(" · ")

/** Renders models as cards with pictures, after the files that are no models yet. */
export const ModelCards = (properties: ModelsProperties & { readonly children: ComponentChildren }) => (
  <ul class="cards">
    {properties.children}
    {properties.models.map((model) => (
      <li key={model.id} class="modelcard">
        <Link to={properties.pathOf(model)} class="card">
          <Picture model={model} />
          <span class="name" title={model.name}>
            {model.name}
          </span>
          <span class="soft">{model.versionTitle}</span>
          <span class="soft">{words.changedBy(model.updatedAt, personOf(model))}</span>
          <span class="soft">{factsOf(model)}</span>
          <Tags tags={model.tags} />
        </Link>
        {properties.stateOf(model)}
        <div class="row cardtools">
          <Pin model={model} />
          <Delete model={model} remove={properties.remove} />
        </div>
      </li>
    ))}
  </ul>
)

const columnsOf = ({ pathOf, remove, stateOf }: ModelsProperties): ReadonlyArray<Column<Model>> => [
  {
    label: words.picture,
    isUnseen: true,
    cell: (model) => <Picture model={model} />
  },
  {
    label: words.name,
    cell: (model) => (
      <>
        <Link to={pathOf(model)} class="name">
          {model.name}
        </Link>
        {stateOf(model)}
      </>
    )
  },
  { label: words.version, cell: ({ versionTitle }) => versionTitle },
  { label: words.changed, hasWords: true, cell: ({ updatedAt }) => timed(updatedAt) },
  { label: words.by, cell: personOf },
  { label: words.products, isNumber: true, cell: ({ products }) => counted(products) },
  { label: words.size, isNumber: true, cell: ({ sizeBytes }) => (sizeBytes === null ? null : sized(sizeBytes)) },
  { label: words.schema, hasWords: true, cell: ({ schema }) => schema },
  { label: words.tags, cell: ({ tags }) => <Tags tags={tags} /> },
  {
    label: texts.actions,
    isUnseen: true,
    cell: (model) => (
      <span class="rowbuttons">
        <Pin model={model} />
        <Delete model={model} remove={remove} />
      </span>
    )
  }
]

/** Renders models as a dense list, after the files that are no models yet. */
export const ModelList = (properties: ModelsProperties & { readonly children: ComponentChildren }) => (
  <>
    <ul class="cards pendings">{properties.children}</ul>
    <div class="models">
      <Table caption={words.list} columns={columnsOf(properties)} rows={properties.models} keyOf={({ id }) => id} />
    </div>
  </>
)
