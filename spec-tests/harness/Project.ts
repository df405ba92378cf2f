/** A project that a rule works with. */
export interface Project {
  readonly id: string
  /** `/v1/projects/{id}` */
  readonly path: string
}
