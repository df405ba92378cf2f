/** Bytes are no view file. */
export class DamagedView extends Error {
  readonly _tag = "DamagedView"
}
