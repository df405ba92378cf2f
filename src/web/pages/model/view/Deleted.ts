import { useEffect } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { GeometryLink } from "../../../api/Views.ts"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { comparison, olderOf } from "../versions/Compared.ts"
import { changeColors, type Entry } from "./Palette.ts"

/**
 * Shows the products that a comparison finds deleted, with the shapes of the older version. If these cannot be loaded, the
 * list of changes still names the products.
 */
export const useDeleted = (
  base: string,
  viewer: Viewer | null,
  { entries }: { readonly entries: ReadonlyArray<Entry> }
): void => {
  const deleted = entries.find(({ key }) => key === "deleted")?.guids ?? []
  const names = deleted.join(" ")
  const compared = JSON.stringify(comparison())
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const show = async (to: Viewer) => {
      const between = comparison()
      const older = between === null ? null : await olderOf(base, between, signal)
      if (older === null) return
      const path = `${base}/geometry?format=view&version=${encodeURIComponent(older)}`
      const link = await call<GeometryLink>("GET", path, { signal })
      if ("failure" in link || link.value.triangles === 0) return
      const file = { url: link.value.downloadUrl }
      await to.showBeside({ file, guids: new Set(names.split(" ")), color: changeColors.deleted, signal })
    }
    if (viewer === null || names === "") return undefined
    show(viewer).catch(() => null)
    return () => {
      control.abort()
      viewer.hideBeside()
    }
  }, [base, viewer, names, compared])
}
