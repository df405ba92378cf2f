import { each } from "../../harness/Check.ts"
import { Mismatch } from "../../harness/Faults.ts"
import { ending, fails } from "../../harness/Endings.ts"
import { fixture } from "../../harness/Imports.ts"
import { zip } from "../../harness/MadeFiles.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const nine = rules("contract 9", operating)
const words = new TextEncoder().encode("words")

/** Rules about files in archives, and about files that a converter reads. */
export const archives = [
  nine("9-zip", ".zip and .ifczip with exactly one model file inside are read", async (context) => {
    const files = [
      ["readme.txt", words],
      ["models/bridge.ifc", await fixture("bridge.ifc")]
    ] as const
    const cases = [
      ["m.zip", false],
      ["m.zip", true],
      ["m.ifczip", true],
      ["M.ZIP", true]
    ] as const
    await each(cases, String, async ([name, isDeflated]) => {
      const { last } = await ending(context, zip(files, { isDeflated }), name)
      if (last?.at("status") !== "Ready") throw new Mismatch("end", "Ready", last?.text)
    })
  }),
  nine("9-zip-other", "An archive with no model file or with two: refused with InvalidModelFile", async (context) => {
    const ifc = await fixture("bridge.ifc")
    const two = [
      ["a.ifc", ifc],
      ["b.ifc", ifc]
    ] as const
    await fails(context, zip(two), "two.zip", "InvalidModelFile")
    await fails(context, zip([["readme.txt", words]]), "none.zip", "InvalidModelFile")
  }),
  nine("9-zip-inside", "The content of a file in an archive must be a model, whatever its name", async (context) => {
    const ifc = await fixture("bridge.ifc")
    const inside = [
      ["m.ifc", words],
      ["m.ifc", new Uint8Array()],
      ["m.zip", zip([["m.ifc", ifc]])],
      ["m.ifcxml", new TextEncoder().encode('<?xml version="1.0"?><ifcXML/>')]
    ] as const
    await each(
      inside,
      ([name, bytes]) => `${name} of ${bytes.length} bytes`,
      (file) => fails(context, zip([file]), "m.zip", "InvalidModelFile", "UnsupportedFileType")
    )
  }),
  nine("9-zip-damaged", "An archive that is cut, encrypted or changed is refused", async (context) => {
    const files = [["m.ifc", await fixture("bridge.ifc")]] as const
    const whole = zip(files)
    const other = whole.slice()
    other[200]! ^= 1
    const bad = {
      "cut short": whole.subarray(0, whole.length - 10),
      "without its directory": whole.subarray(0, 500),
      encrypted: zip(files, { flags: 1 }),
      "with another byte": other
    }
    await each(
      Object.entries(bad),
      ([what]) => what,
      ([, bytes]) => fails(context, bytes, "m.zip", "InvalidModelFile")
    )
  }),
  nine("9-zip-ratio", "An archive that unpacks to more than 200 times its size is ArchiveTooLarge", async (context) => {
    const ifc = await fixture("bridge.ifc")
    const bytes = new Uint8Array(20e6).fill(32)
    bytes.set(ifc)
    await fails(context, zip([["m.ifc", bytes]], { isDeflated: true }), "m.zip", "ArchiveTooLarge")
  }),
  nine(
    "9-zip-entries",
    "An archive of 10,000 entries is read; with one more it is ArchiveTooLarge",
    async (context) => {
      const model = ["m.ifc", await fixture("bridge.ifc")] as const
      const notes = Array.from({ length: 10_000 }, (_, i) => [`${i}.txt`, words] as const)
      const { last } = await ending(context, zip([model, ...notes.slice(1)]), "m.zip")
      if (last?.at("status") !== "Ready") throw new Mismatch("end", "Ready", last?.text)
      await fails(context, zip([model, ...notes]), "m.zip", "ArchiveTooLarge")
    }
  ),
  nine(
    "9-converter",
    "Without a converter .rvt fails with ConverterNotConfigured (with one: ConverterFailed for an invalid file)",
    async (context) => {
      const bytes = new Uint8Array(4096)
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
      await fails(context, bytes, "m.rvt", "ConverterNotConfigured", "ConverterFailed", "InvalidModelFile")
    }
  )
]
