import { callAddress } from '@/components/session/call-address'
import { Link } from '@/components/ui/link'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { ActorName } from './actor-name'

/** The author of a version; for an existing session, a link to the very call that wrote it. */
export function AuthorLink({
  version: { createdBy, toolUseId },
  names,
}: {
  version: Pick<MemoryVersion, 'createdBy' | 'toolUseId'>
  names: ReadonlyMap<string, string>
}) {
  const name = <ActorName actor={createdBy} names={names} />
  if (createdBy.type !== 'session' || !names.has(createdBy.id)) return name
  return (
    <Link href={callAddress(createdBy.id, toolUseId)} className="hover:underline">
      {name}
    </Link>
  )
}
