import {
  AddEquation,
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  DoubleSide,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  Matrix4,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  RawShaderMaterial,
  Sphere,
  SrcAlphaFactor,
  Vector3,
  Vector4,
  ZeroFactor
} from "three"
import { productFragment, productVertex } from "./Shaders.ts"
import type { Batch, ViewModel } from "../ViewModel.ts"

/** A batch, or a range of its instances, as a three.js mesh. */
export interface DrawnBatch {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>
  /** Draws only the alpha of selected and hovered products of glass; null for opaque batches. */
  readonly mask: Mesh<BufferGeometry, RawShaderMaterial> | null
  /** Draws selected products alone, without regard to what is before them. */
  readonly through: Mesh<BufferGeometry, RawShaderMaterial>
  /** Index of the batch in the model. */
  readonly source: number
  /** The instances that it draws; 0 to 1 if the batch has none. */
  readonly from: number
  readonly to: number
  readonly triangles: number
  readonly isGlass: boolean
  readonly isWhole: boolean
  readonly sphere: Sphere
}

/** Instances are split into meshes of at most this many triangles, but at least one instance. */
const mostTriangles = 50_000

const materialOf = (
  uniforms: Record<string, IUniform>,
  kind: "solid" | "glass" | "mask" | "through",
  isInstanced: boolean
) =>
  new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: productVertex,
    fragmentShader: productFragment,
    uniforms,
    defines: {
      ...(isInstanced ? { INSTANCED: "" } : {}),
      ...(kind === "glass" ? { GLASS: "" } : kind === "solid" ? {} : { MASK: "" }),
      ...(kind === "through" ? { THROUGH: "" } : {})
    },
    side: DoubleSide,
    transparent: kind === "glass" || kind === "mask",
    depthTest: kind !== "through",
    depthWrite: kind === "solid",
    ...(kind === "solid" || kind === "through"
      ? {}
      : {
          blending: CustomBlending,
          blendEquation: AddEquation,
          blendSrc: kind === "glass" ? SrcAlphaFactor : ZeroFactor,
          blendDst: kind === "glass" ? OneMinusSrcAlphaFactor : OneFactor,
          // For glass, only the mask writes alpha, which encodes what a pixel shows.
          blendSrcAlpha: kind === "glass" ? ZeroFactor : OneFactor,
          blendDstAlpha: kind === "glass" ? OneFactor : ZeroFactor
        })
  })

const sphereOf = (least: Vector3, most: Vector3): Sphere =>
  new Sphere(least.clone().add(most).multiplyScalar(0.5), least.distanceTo(most) / 2)

/** Returns the bounding spheres of each batch: one per range of instances, or one for the whole batch. */
const spheresOf = (
  { batches, parts }: ViewModel,
  each: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<Sphere>> => {
  const limits = batches.map(({ instances }, i) =>
    Array.from({ length: instances === null ? 1 : Math.ceil(instances.count / each[i]!) }, () => ({
      least: new Vector3(Infinity, Infinity, Infinity),
      most: new Vector3(-Infinity, -Infinity, -Infinity)
    }))
  )
  for (let part = 0; part < parts.count; part++) {
    const batch = parts.batch[part]!
    const { least, most } = limits[batch]![Math.floor(parts.instance[part]! / each[batch]!)]!
    const [a, b, c, d, e, f] = parts.boxes.subarray(6 * part, 6 * part + 6)
    least.min(new Vector3(a, b, c))
    most.max(new Vector3(d, e, f))
  }
  return limits.map((ranges) => ranges.map(({ least, most }) => sphereOf(least, most)))
}

const geometryOf = (batch: Batch, from: number, to: number): BufferGeometry => {
  const { colors, indices, instances, positions, products, stride } = batch
  const geometry = instances === null ? new BufferGeometry() : new InstancedBufferGeometry()
  geometry.setAttribute("position", new BufferAttribute(positions, stride))
  geometry.setIndex(new BufferAttribute(indices, 1))
  if (instances === null) {
    geometry.setAttribute("color", new BufferAttribute(colors!, 4, true))
    geometry.setAttribute("product", new BufferAttribute(products!, 1))
    return geometry
  }
  const { matrices } = instances
  for (let line = 0; line < 3; line++) {
    const values = new Float32Array(4 * (to - from))
    for (let i = from; i < to; i++)
      values.set(matrices.subarray(12 * i + 4 * line, 12 * i + 4 * line + 4), 4 * (i - from))
    geometry.setAttribute(`line${line}`, new InstancedBufferAttribute(values, 4))
  }
  geometry.setAttribute("product", new InstancedBufferAttribute(instances.products.slice(from, to), 1))
  ;(geometry as InstancedBufferGeometry).instanceCount = to - from
  return geometry
}

const still = <T extends Mesh>(mesh: T, matrix: Matrix4): T => {
  mesh.matrixAutoUpdate = false
  mesh.matrixWorldAutoUpdate = false
  mesh.matrixWorld.copy(matrix)
  mesh.frustumCulled = false
  mesh.visible = false
  return mesh
}

/** Returns the batches of a model as meshes, all of them invisible. */
export const drawnBatches = (model: ViewModel, uniforms: Record<string, IUniform>): ReadonlyArray<DrawnBatch> => {
  const [solid, glass, mask, through] = (["solid", "glass", "mask", "through"] as const).map((kind) =>
    materialOf(uniforms, kind, false)
  )
  const each = model.batches.map(({ indices }) =>
    Math.max(1, Math.floor((3 * mostTriangles) / Math.max(1, indices.length)))
  )
  const spheres = spheresOf(model, each)
  return model.batches.flatMap((batch, i) => {
    const { color, corner, indices, instances, isGlass, step } = batch
    const own = instances === null ? uniforms : { ...uniforms, plain: { value: new Vector4(...color) } }
    const material =
      instances === null ? (isGlass ? glass! : solid!) : materialOf(own, isGlass ? "glass" : "solid", true)
    const masking = !isGlass ? null : instances === null ? mask! : materialOf(own, "mask", true)
    const beyond = instances === null ? through! : materialOf(own, "through", true)
    const matrix = new Matrix4().makeScale(step, step, step).setPosition(...corner)
    return spheres[i]!.map((sphere, range): DrawnBatch => {
      const from = range * each[i]!
      const to = Math.min(from + each[i]!, instances?.count ?? 1)
      const geometry = geometryOf(batch, from, to)
      return {
        mesh: still(new Mesh(geometry, material), matrix),
        mask: masking === null ? null : still(new Mesh(geometry, masking), matrix),
        through: still(new Mesh(geometry, beyond), matrix),
        source: i,
        from,
        to,
        triangles: (indices.length / 3) * (to - from),
        isGlass,
        isWhole: instances !== null,
        sphere
      }
    })
  })
}

/** Takes batches out of their scene, and off the graphics card. */
export const disposeBatches = (batches: ReadonlyArray<DrawnBatch>): void => {
  for (const { mask, mesh, through } of batches) {
    for (const one of [mesh, mask, through]) {
      one?.removeFromParent()
      one?.material.dispose()
    }
    mesh.geometry.dispose()
  }
}
