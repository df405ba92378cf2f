/** Places between the words of a name without spaces, such as `NetFloorArea` or `Net_Floor`. */
const ends = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[_./])(?=.)/u

/** Renders the name of a property, which a narrow column breaks between its words rather than inside one. */
export const Name = ({ of }: { readonly of: string }) => (
  <>{of.split(ends).flatMap((word, n) => (n === 0 ? [word] : [<wbr key={n} />, word]))}</>
)
