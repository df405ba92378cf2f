/** Responses of the service, as far as the page reads them. Contract sections 4 to 8. */

type ProjectRole = "Owner" | "Contributor" | "User"

export interface Project {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly image?: string
  readonly role: ProjectRole
  readonly isSample?: true
}

export interface Member {
  readonly userId: string
  readonly name?: string
  readonly role: string
}

export interface Model {
  readonly id: string
  readonly guid: string
  readonly name: string
  readonly image?: string
  readonly tags: ReadonlyArray<string>
  readonly canEdit: boolean
}

export interface Operation {
  readonly id: string
  readonly kind: string
  readonly status: "Queued" | "InProgress" | "Ready" | "Failed"
  readonly percentageCompleted: number
  readonly error?: string
  readonly errorDetails?: string
  readonly reportUrl?: string
}

export interface UploadUrl {
  readonly uploadKey: string
  readonly uploadUrl: string
}

export interface FieldDetail {
  readonly name: string
  readonly dataType: string | null
  readonly unit: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

export interface FieldsPage {
  readonly fields: ReadonlyArray<string>
  readonly fieldDetails: ReadonlyArray<FieldDetail>
  readonly totalCount: number
}

export type Row = Readonly<Record<string, unknown>>

export interface ProductsPage {
  readonly totalCount: number
  readonly result: ReadonlyArray<Row>
}

export type Operator = "Equals" | "NotEquals" | "In" | "NotIn" | "Contains"

export interface Filter {
  readonly property: string
  readonly operator: Operator
  readonly value: unknown
}

export interface Sort {
  readonly property: string
  readonly descending?: boolean
}

export interface Definition {
  readonly id: number
  readonly guid: string
  readonly name: string
  readonly dataType: string
  readonly measureType: string | null
  readonly unitName: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

export interface PropertySet {
  readonly id: number
  readonly name: string
  readonly propertyDefinitions: ReadonlyArray<Definition>
  readonly entityTypes: ReadonlyArray<{ readonly name: string; readonly predefinedTypes: ReadonlyArray<string> }>
}

export interface MaterialLibrary {
  readonly name: string
  readonly guid: string
  /** One list for each material. */
  readonly properties: ReadonlyArray<ReadonlyArray<{ readonly name: string; readonly value: string }>>
}

export interface Location {
  readonly locationGuid: string
  readonly name: string
  readonly type: string
  readonly parentGuid?: string
  readonly properties: ReadonlyArray<{ readonly set: string; readonly name: string; readonly value: string }>
  readonly children: ReadonlyArray<Location>
}

export interface CodeLibrary {
  readonly guid: string
  readonly name: string
  readonly description?: string
  readonly source?: string
  readonly edition?: string
  readonly group: "Project" | "Model"
}

export interface Code {
  readonly guid: string
  readonly identification: string
  readonly name: string
  readonly description?: string
  readonly parentId: string | null
}

export interface Measured {
  readonly value: number
  readonly origin: "Authored" | "Computed"
  /** Field that holds an authored value. */
  readonly from?: string
  readonly suspect?: boolean
}

export interface QuantityResult {
  readonly totals: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, string>>
  readonly products: ReadonlyArray<{ readonly Guid: string; readonly [measure: string]: unknown }>
}

/** Quantities computed from shapes, one row per product. */
export interface DynamicResult {
  readonly fields: ReadonlyArray<string>
  readonly result: ReadonlyArray<
    Readonly<Record<string, { readonly Value?: number | null; readonly Unit?: string | null }>>
  >
}

/** The caller's session on a model, and the amount of unpublished changes. */
export interface SessionView {
  readonly active: boolean
  readonly clientSessionId?: string
  readonly expiresAt?: string
  readonly cells: number
  readonly deletedProducts: number
}

export interface Change {
  readonly guid: string
  /** Qualified name of the field. */
  readonly field: string
  readonly before: string | number | boolean | null
  readonly after: string | number | boolean | null
}

export interface ChangesPage {
  readonly changes: ReadonlyArray<Change>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
  readonly totalCount: number
}

/** Values by product, then by field; part of the body of M12. */
type Cells = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Modifications {
  readonly add?: Cells
  readonly update?: Cells
  readonly delete?: Cells
  readonly addOrUpdate?: Cells
}

/** Error that M12 reports for a cell; `field` is as it was sent. */
export interface CellError {
  readonly guid: string
  readonly field: string
  readonly error: string
  readonly description: string
}

export interface Version {
  readonly modelVersionId: string
  readonly title: string
  readonly description?: string
  readonly createdBy: string
  readonly createdAt: string
  readonly cells: number
  readonly deletedProducts: number
}

export interface Versions {
  readonly versions: ReadonlyArray<Version>
  readonly totalCount: number
}
