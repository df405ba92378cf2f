const text = (words: string) =>
  Buffer.concat([Buffer.of(0xff, 0xfe, 0xff, words.length), Buffer.from(words, "utf16le")])

/** A file that begins like a SketchUp file, followed by the given bytes. */
export const madeSketchUp = (version: string, ...rest: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([text("SketchUp Model"), text(`{${version}}`), Buffer.alloc(16), ...rest])
