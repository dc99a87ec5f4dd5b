import { VisiblePath } from './visible-path'

/** The name, and below it where that is. */
export function PathInTwo({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <>
      <span className="block truncate font-medium">
        <VisiblePath path={path.slice(at)} />
      </span>
      {at > 1 ? (
        <span className="block truncate text-label text-ink-3">
          <VisiblePath path={path.slice(0, at)} />
        </span>
      ) : null}
    </>
  )
}
