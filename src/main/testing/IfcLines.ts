import type { Random } from "../../testing/Random.ts"
import { stepFile } from "../../ifc/testing/SmallFile.ts"
import * as StepSpelling from "./StepSpelling.ts"

/** A line of a file that is being written. */
export interface Line {
  readonly id: number
  readonly text: string
  /** The position in the file, known once the whole file is written. */
  at: number
}

/** The lines of a random IFC file: in any order, with any ids, spelt in any way. */
export class IfcLines {
  readonly schema: string
  /** Whether the schema is IFC2X3, whose entities have fewer attributes. */
  readonly isOld: boolean
  private readonly lines: Array<Line> = []
  private readonly first: number
  private guids = 0

  constructor(readonly random: Random) {
    this.schema = random.pick(["IFC2X3", "IFC4", "IFC4X3"])
    this.isOld = this.schema === "IFC2X3"
    this.first = random.pick([1, 100, 2 ** 32 - 5, 2 ** 40])
  }

  guid(): string {
    return `${this.random.below(4)}guid$_${String(this.guids++).padStart(15, "0")}`
  }

  text(of: string | null | undefined): string {
    return StepSpelling.text(this.random, of ?? null)
  }

  ref({ id }: Line): string {
    return `#${id}`
  }

  refs(of: ReadonlyArray<Line>): string {
    return `(${of.map(({ id }) => `#${id}`).join(",")})`
  }

  /** `count` attributes without value, which IFC2X3 does not have yet. */
  since4(count: number): ReadonlyArray<string> {
    return this.isOld ? [] : Array.from({ length: count }, () => "$")
  }

  add(keyword: string, ...inner: ReadonlyArray<string>): Line {
    const id = this.first + this.lines.length * 3
    const line = { id, text: StepSpelling.instance(this.random, id, keyword, inner), at: -1 }
    this.lines.push(line)
    return line
  }

  /** An instance with GlobalId, Name and Description. */
  addRoot(
    keyword: string,
    [guid, name, description]: ReadonlyArray<string | undefined>,
    ...inner: Array<string>
  ): Line {
    return this.add(keyword, this.text(guid), "$", this.text(name), this.text(description), ...inner)
  }

  relate(keyword: string, ...inner: Array<string>): Line {
    return this.addRoot(keyword, [this.guid()], ...inner)
  }

  /** Returns the whole file; from then on every line has its position. */
  file(): string {
    const { lines, random, schema } = this
    const shuffled = [...lines]
    if (random.chance(0.8)) random.shuffle(shuffled)
    for (const [at, line] of shuffled.entries()) line.at = at
    const data = shuffled.map((line) => line.text).join(random.pick(["\n", "\r\n", "\n", ""]))
    return stepFile(`${data}\n`, schema)
  }
}

/** A value that an object has by a line of the file. */
export interface Held<A> {
  readonly line: Line
  readonly is: A
}

export const inFileOrder = <A>(held: ReadonlyArray<Held<A>>): ReadonlyArray<A> =>
  held.toSorted((a, b) => a.line.at - b.line.at).map(({ is }) => is)
