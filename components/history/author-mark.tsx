import { callAddress } from '@/components/session/call-address'
import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { actorMark } from '@/lib/store/model/actor-mark'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { plainName } from '@/lib/text/plain-text'

export interface AuthorMarkProps {
  version: Pick<MemoryVersion, 'createdBy' | 'toolUseId' | 'batch'>
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** whether it leads to the call that wrote it */
  isLinked?: boolean
}

/** The mark of who wrote a version; for an existing session, a link to the very call. */
export async function AuthorMark({ version, names, isLinked = true }: AuthorMarkProps) {
  const t = await texts()
  const { createdBy, toolUseId, batch } = version
  const name = names.get(createdBy.id) ?? null
  const kind = batch?.kind === 'history' ? 'import' : createdBy.type
  const mark = (
    <ActorMark
      look={actorMark({ kind, id: createdBy.id, name })}
      label={`${t(`History.${createdBy.type}`)} ${plainName(name ?? `…${createdBy.id.slice(-6)}`)}`}
      size="small"
    />
  )
  if (!isLinked || createdBy.type !== 'session' || name === null) return mark
  return (
    <Link
      href={callAddress(createdBy.id, toolUseId)}
      className="relative z-10 -m-[3px] inline-flex size-6 items-center justify-center rounded-mark"
    >
      {mark}
    </Link>
  )
}
