import { Fragment } from 'react'
import { visibleNameRuns } from '@/lib/text/visible-name'
import { VisibleRuns } from './visible-line'

/** Printable ASCII with single spaces: most names, which can hide nothing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * A segment of a path with hidden characters shown. It is always left to right, so that its
 * extension stays at its end, and isolated, so that it cannot reorder its surroundings.
 */
export function VisibleName({ name }: { name: string }) {
  if (PLAIN.test(name)) return name
  return (
    <bdi dir="ltr">
      <VisibleRuns runs={visibleNameRuns(name)} />
    </bdi>
  )
}

/** A path with hidden characters shown and its segments in order, whatever their script. */
export function VisiblePath({ path }: { path: string }) {
  if (PLAIN.test(path)) return path
  return path.split('/').map((name, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '/'}
      {name === '' ? null : <VisibleName name={name} />}
    </Fragment>
  ))
}

/** A path in a line: its folders give way to its name. */
export function PathInLine({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <>
      {at > 1 ? (
        <span className="text-ink-3">
          <VisiblePath path={path.slice(1, at)} />
        </span>
      ) : null}
      <VisibleName name={path.slice(at)} />
    </>
  )
}

/** The path of a changed memory; both paths if it was renamed. */
export function VisibleMove({
  before,
  after,
}: {
  before: string | null | undefined
  after: string | null | undefined
}) {
  const paths = [before, after].filter((path) => path != null)
  return [...new Set(paths)].map((path, index) => (
    <Fragment key={path}>
      {index === 0 ? null : ' → '}
      <VisiblePath path={path} />
    </Fragment>
  ))
}
