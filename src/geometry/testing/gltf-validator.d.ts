declare module "gltf-validator" {
  /** Khronos' validator: what is wrong with a glTF file; severity 0 is an error, 1 a warning. */
  export const validateBytes: (
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number }
  ) => Promise<{
    readonly issues: { readonly messages: ReadonlyArray<{ readonly code: string; readonly severity: number }> }
  }>
}
