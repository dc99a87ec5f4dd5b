import { Fragment } from 'react'
import { visibleNameRuns } from '@/lib/text/visible-name'
import { VisibleRuns } from './visible-line'

/** Printable ASCII with single spaces between: most names, in which nothing can hide. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * A name of a path in which nothing hides. It is set from left to right, so that its ending stays at
 * its end, and by itself, so that it does not change places with what stands beside it.
 */
export function VisibleName({ name }: { name: string }) {
  if (PLAIN.test(name)) return name
  return (
    <bdi dir="ltr">
      <VisibleRuns runs={visibleNameRuns(name)} />
    </bdi>
  )
}

/** A path in which nothing hides, its names in their order whatever script they are written in. */
export function VisiblePath({ path }: { path: string }) {
  if (PLAIN.test(path)) return path
  return path.split('/').map((name, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '/'}
      {name === '' ? null : <VisibleName name={name} />}
    </Fragment>
  ))
}

/** The path of what changed; both where it moved. */
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
