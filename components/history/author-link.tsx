import { Link } from '@/components/ui/link'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { ActorName } from './actor-name'
import { callOfVersion } from './call-of-version'

/** The author of a version; for an existing session, a link to the very call that wrote it. */
export function AuthorLink({
  version,
  names,
}: {
  version: Pick<MemoryVersion, 'createdBy' | 'toolUseId' | 'batch'>
  names: ReadonlyMap<string, string>
}) {
  const name = <ActorName actor={authorOf(version)} names={names} />
  const href = callOfVersion(version, names)
  if (href === undefined) return name
  return (
    <Link href={href} className="hover:underline">
      {name}
    </Link>
  )
}
