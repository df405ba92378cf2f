for (const name of process.argv.slice(2)) {
  const f = await Bun.file(`/tmp/view-${name}.glb`).bytes()
  const v = new DataView(f.buffer)
  const n = v.getUint32(12, true)
  const j = JSON.parse(Buffer.from(f.subarray(20, 20 + n)).toString())
  const bin = f.subarray(28 + n)
  const sums: any = {}
  for (const bv of j.bufferViews) { const e = bv.extensions?.EXT_meshopt_compression ?? bv; const k = `${e.mode ?? "raw"} ${e.byteStride ?? ""}`; sums[k] ??= [0, 0, 0]; sums[k][0] += e.byteLength; sums[k][1] += bv.byteLength; sums[k][2] += Bun.gzipSync(bin.subarray(e.byteOffset, e.byteOffset + e.byteLength)).length }
  console.log(name, "json", n, Bun.gzipSync(f.subarray(20, 20 + n)).length, "meshes", j.meshes.length, JSON.stringify(sums))
}
