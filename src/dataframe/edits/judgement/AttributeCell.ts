import type { Edit, EditedAttribute } from "../../../domain/edits/Edit.ts"
import { each, type FieldModifications, type Modification } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { textOf } from "../../query/Matcher.ts"
import * as CellValue from "./CellValue.ts"
import { invalid, type Refusal, refuse, refuseSet } from "./Refusal.ts"
import type { Subject } from "./Subject.ts"

/** The maximum number of characters of Name, ObjectType and Tag. */
const mostCharacters = 255

/** The value of PredefinedType that requires an ObjectType. */
const userDefined = "USERDEFINED"

/** Validates modifications of attributes and turns them into edits. */
export class AttributeCells {
  private objectTypes: ReadonlyMap<string, boolean> | null = null

  constructor(
    private readonly subject: Subject,
    private readonly modifications: ReadonlyArray<FieldModifications>
  ) {}

  judge(
    { guid, value, verb }: Modification,
    { isOfOtherSet, name }: { readonly isOfOtherSet: boolean; readonly name: EditedAttribute },
    row: number
  ): Edit | Refusal {
    if (verb === "add" && this.hasValue(name, row)) return refuse("PropertyExists", `The product has a ${name}.`)
    if (isOfOtherSet) return refuseSet("InvalidValue", `${name} is in no property set.`)
    const sent = verb === "delete" ? null : CellValue.scalarOf(value, "Value")
    if (CellValue.isRefusal(sent)) return sent
    const now = sent === null ? null : textOf(sent)
    const wrong = now === null ? null : this.wrong(name, now, guid, row)
    return wrong ?? { kind: "Attribute", guid, name, now }
  }

  private hasValue(name: EditedAttribute, row: number): boolean {
    const value = this.subject.table.attribute(name).at(row)
    return value !== null && value !== ""
  }

  private wrong(name: EditedAttribute, text: string, guid: string, row: number): Refusal | null {
    if (name === "Description") return CellValue.tooLong(text)
    if (name === "PredefinedType") return this.wrongWord(text, guid, row)
    return text.length > mostCharacters && Array.from(text).length > mostCharacters
      ? invalid(`${name} has at most ${mostCharacters} characters.`)
      : null
  }

  private wrongWord(word: string, guid: string, row: number): Refusal | null {
    const { classNamed, table } = this.subject
    const className = table.structure.classes[table.reference("class").keyOf(row)]!
    const words = classNamed(className)?.predefinedTypes ?? []
    if (words.length === 0) return invalid(`${className} has no PredefinedType in the schema of the file.`)
    if (!words.includes(word)) return invalid(`${quoted(word)} is no PredefinedType of ${className}.`)
    return word === userDefined && !this.hasObjectType(guid, row)
      ? invalid(`${userDefined} needs an ObjectType.`)
      : null
  }

  /** Returns whether the product has an ObjectType after the request. */
  private hasObjectType(guid: string, row: number): boolean {
    const given = () => each(this.modifications.filter(({ field }) => field === "ObjectType"))
    this.objectTypes ??= new Map(
      given().map(({ guid, value, verb }) => [guid, verb !== "delete" && CellValue.scalarOf(value, "Value") !== null])
    )
    return this.objectTypes.get(guid) ?? this.hasValue("ObjectType", row)
  }
}
