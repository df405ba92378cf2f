import type { Deviation } from "./Comparison.ts"

/** A case in which ifctester decides differently, with the relevant text of the standard. */
interface Explanation {
  readonly name: string
  /** The reason why the decision of Plinth is that of the standard. */
  readonly reason: string
  /** The standard's test cases that decide it, by folder and name. */
  readonly standard: ReadonlyArray<string>
  /** Patterns of whole names of specifications, or of whole requirements in words. */
  readonly about: ReadonlyArray<RegExp>
  /** The kinds of difference. */
  readonly kinds: ReadonlyArray<Deviation["kind"]>
}

/** Every difference from ifctester 0.9.0. */
export const explanations: ReadonlyArray<Explanation> = [
  {
    name: "optional attributes without a value",
    reason: "An optional attribute passes if it is null; ifctester takes it for a required one.",
    standard: ["attribute/pass-an_optional_attribute_passes_if_null"],
    about: [
      /attribute(, enumeration)?, optional/,
      /It may lack this, but if it does not, it must have the attribute .*/
    ],
    kinds: ["ifctester"]
  },
  {
    name: "optional properties with an empty text",
    reason:
      "An empty text is no value, and what is optional fails if it is there and empty; ifctester takes an empty property for a missing one.",
    standard: [
      "property/fail-an_empty_string_is_considered_false_and_will_not_pass",
      "attribute/fail-an_optional_attribute_fails_if_empty"
    ],
    about: [/It may lack this, but if it does not, it must have the property .*/],
    kinds: ["here"]
  },
  {
    name: "lengths of attributes and degrees Celsius in SI",
    reason:
      "Values of a document are in SI, and those of the model are converted; ifctester converts no attributes, and no temperatures to kelvin.",
    standard: ["property/pass-unit_conversions_shall_take_place_to_ids_nominated_standard_units_2_2"],
    about: [
      /attribute in SI.*|attribute by pattern/,
      /temperature|degrees Celsius/,
      /It must have the attribute "(Elevation|OverallHeight)", .*/
    ],
    kinds: ["here", "ifctester", "both"]
  },
  {
    name: "containment of parts of contained elements",
    reason:
      "A relation that is named counts alone; for ifctester parts and nested objects are contained where their whole is.",
    standard: ["partof/fail-the_containment_can_be_indirect_2_2"],
    about: [/contained(, prohibited)?/, /It must be contained in .*/],
    kinds: ["here", "ifctester"]
  },
  {
    name: "predefined types of occurrences that have a type",
    reason: "The predefined type of an occurrence overrides that of its type; for ifctester it is the other way about.",
    standard: ["entity/pass-overridden_predefined_types_should_pass"],
    about: [/(applicable )?predefined type( by .*)?/, /Other 1/],
    kinds: ["here", "ifctester", "applicability"]
  },
  {
    name: "object types of classes without predefined types",
    reason:
      "A predefined type that is not set fails; for ifctester an ObjectType is one if the class has no attribute for it, as in IFC2X3.",
    standard: ["entity/fail-a_null_predefined_type_should_always_fail_a_specified_predefined_types"],
    about: [/user-defined type/],
    kinds: ["here"]
  },
  {
    name: "several named properties of which one is empty",
    reason: "All properties that are named must have a value; ifctester takes an empty one for a missing one.",
    standard: [
      "property/fail-all_matching_properties_must_satisfy_requirements_3_3",
      "property/fail-an_empty_string_is_considered_false_and_will_not_pass"
    ],
    about: [/property by enumeration/],
    kinds: ["here"]
  },
  {
    name: "subclasses in IFC2X3",
    reason:
      "A class counts exactly; for ifctester an IfcWallStandardCase of an IfcWallType is an IFCWALL and no IFCWALLSTANDARDCASE.",
    standard: ["entity/invalid-subclasses_are_not_considered_as_matching"],
    about: [/IFCWALL \d+/, /It must be of the class "IFCWALL", "IFCDOOR" or "IFCWINDOW"\./],
    kinds: ["here", "applicability"]
  },
  {
    name: "several sets of one name",
    reason:
      "All sets of a name count, with the units of their properties; ifctester takes the values of all and the units of the last.",
    standard: [
      "property/pass-unit_conversions_shall_take_place_to_ids_nominated_standard_units_2_2",
      "property/pass-all_matching_property_sets_must_satisfy_requirements_3_3"
    ],
    about: [/length, minInclusive/],
    kinds: ["here"]
  },
  {
    name: "predefined sets of IFC2X3",
    reason:
      "Predefined sets have properties; ifctester ends with an error if those of IFC2X3 are asked for by a pattern.",
    standard: ["property/pass-predefined_properties_are_supported_but_discouraged_1_2"],
    about: [/predefined set/],
    kinds: ["error"]
  },
  {
    // No case has several patterns, because XML Schema 1.0, part 2, section 4.3.4.3, defines their meaning.
    name: "several patterns of one restriction",
    reason: "The patterns of one restriction are alternatives; ifctester wants all of them.",
    standard: [],
    about: [/.*, several patterns/],
    kinds: ["ifctester"]
  }
]

const isWhole = (pattern: RegExp, text: string): boolean => pattern.exec(text)?.[0] === text

/** Returns the row of the table to which a deviation belongs, or null. */
export const explanationOf = ({ kind, requirement, specification }: Deviation): Explanation | null =>
  explanations.find(
    ({ about, kinds }) =>
      kinds.includes(kind) && about.some((one) => isWhole(one, specification) || isWhole(one, requirement ?? ""))
  ) ?? null
