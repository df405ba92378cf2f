import type { Identifiers } from "../App.tsx"
export const ProjectPage = ({ of }: { readonly of: Identifiers }) => <p>{of["project"]}</p>
