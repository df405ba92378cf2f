import { texts } from "../ModelTexts.ts"
import { Files } from "../../../upload/Files.tsx"
import { UploadRow } from "../../../upload/UploadRow.tsx"
import { add } from "../../../upload/Uploads.ts"
import { filesOf, pathOf } from "./NewFiles.ts"

/** Renders an area for uploading another file of the model, whose products replace those with the same GlobalId. */
export const NewFile = ({ base }: { readonly base: string }) => {
  const own = filesOf(base)
  return (
    <>
      <Files isOne button={texts.versions.newFile} take={(files) => add(pathOf(base), files)}>
        {texts.versions.newFileAbout}
      </Files>
      {own.length > 0 && (
        <ul class="uploads">
          {own.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </>
  )
}
