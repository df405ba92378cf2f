/** The bytes are not a valid view file. */
export class DamagedView extends Error {
  readonly _tag = "DamagedView"
}
