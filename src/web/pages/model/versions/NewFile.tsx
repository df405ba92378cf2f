import { texts } from "../ModelTexts.ts"
import { useKeptFocus } from "../../../ui/Focus.ts"
import { Files } from "../../../upload/Files.tsx"
import { UploadRows } from "../../../upload/UploadRow.tsx"
import { add } from "../../../upload/Uploads.ts"
import { filesOf, pathOf } from "./NewFiles.ts"

/** Renders an area for uploading another file of the model, whose products replace those with the same GlobalId. */
export const NewFile = ({ base }: { readonly base: string }) => {
  const area = useKeptFocus<HTMLDivElement>((within) => within?.querySelector("button") ?? null)
  return (
    <div class="newfile" ref={area}>
      <Files isOne button={texts.versions.newFile} take={(files) => add(pathOf(base), files)}>
        {texts.versions.newFileAbout}
      </Files>
      <UploadRows of={filesOf(base)} to={pathOf(base)} />
    </div>
  )
}
