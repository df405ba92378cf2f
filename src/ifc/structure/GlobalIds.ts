import { derive } from "../../domain/GlobalId.ts"
import type { ImportLog } from "../index/ImportLog.ts"

const wellFormed = /^[0-3][0-9A-Za-z_$]{21}$/

/**
 * Assigns unique GlobalIds to a file's products and spatial elements.
 *
 * If a GlobalId is duplicate, missing or invalid, another one is derived from the object's data, so that another import
 * of the same file assigns the same.
 */
export class GlobalIds {
  private readonly given = new Set<string>()
  private readonly repeats = new Map<string, number>()

  constructor(private readonly log: ImportLog) {}

  /**
   * @param written the GlobalId in the file, null if it has none
   * @param describe returns a text that distinguishes objects without a GlobalId
   */
  give(written: string | null, className: string, describe: () => string): string {
    if (written !== null && wellFormed.test(written)) {
      if (!this.given.has(written)) {
        this.given.add(written)
        return written
      }
      const guid = this.next("duplicate", written)
      this.log.duplicateGlobalIds.add(() => ({ guid: written, givenInstead: guid, class: className }))
      return guid
    }
    const guid = this.next("missing", `${written ?? ""}\0${className}\0${describe()}`)
    this.log.count(
      "GlobalIds that are missing or invalid, which were replaced by derived ones",
      `${className} '${(written ?? "").slice(0, 64)}' is now ${guid}`
    )
    return guid
  }

  private next(kind: string, key: string): string {
    for (;;) {
      const repeat = (this.repeats.get(kind + key) ?? 0) + 1
      this.repeats.set(kind + key, repeat)
      const guid = derive("file", kind, key, String(repeat))
      if (this.given.has(guid)) continue
      this.given.add(guid)
      return guid
    }
  }
}
