import type { Identifiers } from "../App.tsx"
export const ModelPage = ({ of }: { readonly of: Identifiers }) => <p>{of["model"]}</p>
