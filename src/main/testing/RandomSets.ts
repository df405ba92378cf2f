import { numbers, propertyNames, setNames, words } from "../../dataframe/testing/RandomWords.ts"
import type { TestCell } from "../../dataframe/testing/TestContent.ts"
import type { Held, IfcLines, Line } from "./IfcLines.ts"
import * as StepSpelling from "./StepSpelling.ts"

/** A text that is a single, non-empty value. */
export const plain = words.filter((word) => word.trim() !== "" && !word.includes("; "))
const named = propertyNames.filter((name) => name !== "")
const finite = numbers.filter((number) => Number.isFinite(number) && !Object.is(number, -0))

export type HeldSet = Held<{ readonly set: string; readonly cells: ReadonlyArray<readonly [string, TestCell]> }>

/** Random property and quantity sets with the values that each shows; null if one would be empty. */
export const make = (ifc: IfcLines): (() => HeldSet | null) => {
  const { random } = ifc

  const value = (): readonly [string, TestCell] => {
    const word = random.pick(words)
    const number = random.pick(finite)
    const whole = Math.trunc(number)
    return random.pick<() => readonly [string, TestCell]>([
      () => [
        `${random.pick(["IFCLABEL", "IFCTEXT", "IFCIDENTIFIER"])}(${ifc.text(word)})`,
        { value: word === "" ? null : word }
      ],
      () => [`IFCREAL(${StepSpelling.real(number)})`, { value: number }],
      () => [`IFCLENGTHMEASURE(${StepSpelling.real(number)})`, { value: number }],
      () =>
        Number.isSafeInteger(whole) && !Object.is(whole, -0)
          ? [`IFCINTEGER(${whole})`, { value: whole, integer: true }]
          : ["$", { value: null }],
      () => [`${random.pick(["IFCBOOLEAN", "IFCLOGICAL"])}(.T.)`, { value: true }],
      () => ["IFCBOOLEAN(.F.)", { value: false }],
      () => ["IFCLOGICAL(.U.)", { value: null }],
      () => ["$", { value: null }]
    ])()
  }
  const several = (): readonly [string, TestCell] => {
    const items = Array.from({ length: 1 + random.below(3) }, () => random.pick(plain))
    return [
      `(${items.map((item) => `IFCLABEL(${ifc.text(item)})`).join(",")})`,
      {
        value: items.join("; "),
        several: items.length > 1,
        ...(items.length > 1 && items.some((item) => item.includes("; ")) ? { items } : {})
      }
    ]
  }
  const single = (name: string): readonly [Line, TestCell] => {
    const [spelt, cell] = value()
    return [ifc.add("IFCPROPERTYSINGLEVALUE", ifc.text(name), "$", spelt, "$"), cell]
  }
  /** One property of a set as it is shown: its name may include that of a complex property. */
  const property = (name: string): readonly [Line, string, TestCell] => {
    const [spelt, cell] = several()
    return random.pick<() => readonly [Line, string, TestCell]>([
      ...Array.from({ length: 4 }, () => (): readonly [Line, string, TestCell] => {
        const [line, own] = single(name)
        return [line, name, own]
      }),
      () => [ifc.add("IFCPROPERTYENUMERATEDVALUE", ifc.text(name), "$", spelt, "$"), name, cell],
      () => [ifc.add("IFCPROPERTYLISTVALUE", ifc.text(name), "$", spelt, "$"), name, cell],
      () => {
        const [upper, lower] = [random.pick(finite), random.pick(finite)]
        const bounds = [upper, lower].map((bound) => `IFCREAL(${StepSpelling.real(bound)})`)
        const given = { value: `${JSON.stringify(lower)}; ${JSON.stringify(upper)}`, several: true }
        return [ifc.add("IFCPROPERTYBOUNDEDVALUE", ifc.text(name), "$", ...bounds, "$", ...ifc.since4(1)), name, given]
      },
      () => {
        const part = random.pick(named)
        const [line, own] = single(part)
        return [
          ifc.add("IFCCOMPLEXPROPERTY", ifc.text(name), "$", ifc.text("Usage"), ifc.refs([line])),
          `${name}.${part}`,
          own
        ]
      }
    ])()
  }
  const quantity = (name: string): readonly [Line, string, TestCell] => {
    const number = Math.abs(random.pick(finite))
    const keyword = random.pick(["IFCQUANTITYLENGTH", "IFCQUANTITYAREA", "IFCQUANTITYVOLUME", "IFCQUANTITYWEIGHT"])
    return [
      ifc.add(keyword, ifc.text(name), "$", "$", StepSpelling.real(number), ...ifc.since4(1)),
      name,
      { value: number }
    ]
  }

  return () => {
    const set = random.pick(setNames.filter((name) => name !== ""))
    const isQuantities = random.chance(0.3)
    const made = [...new Set(random.some(named, 5))].map((name) => (isQuantities ? quantity : property)(name))
    // A complex property may result in a name that exists already.
    const members = made.filter(([, name], at) => made.findIndex((other) => other[1] === name) === at)
    if (members.length === 0) return null
    const lines = ifc.refs(members.map(([line]) => line))
    const line = isQuantities
      ? ifc.addRoot("IFCELEMENTQUANTITY", [ifc.guid(), set], "$", lines)
      : ifc.addRoot("IFCPROPERTYSET", [ifc.guid(), set], lines)
    return { line, is: { set, cells: members.map(([, name, cell]) => [name, cell] as const) } }
  }
}
