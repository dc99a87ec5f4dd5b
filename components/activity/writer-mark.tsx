import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import type { Actor } from '@/lib/store/model/actor'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'

export interface WriterMarkProps {
  actor: Actor
  /** null: it has none */
  name: string | null
  /** whether the change came with an imported history */
  isImport?: boolean
  /** whether its name stands beside it */
  isDecoration?: boolean
}

/** The mark of who wrote. */
export async function WriterMark({
  actor,
  name,
  isImport = false,
  isDecoration = false,
}: WriterMarkProps) {
  const t = await texts()
  const look = actorMark({ kind: isImport ? 'import' : actor.type, id: actor.id, name })
  const label = `${t(`History.${actor.type}`)}: ${plainName(name ?? `…${actor.id.slice(-6)}`)}`
  const mark = <ActorMark look={look} label={label} size={isDecoration ? 'small' : 'normal'} />
  return isDecoration ? (
    <span aria-hidden className="inline-flex shrink-0">
      {mark}
    </span>
  ) : (
    mark
  )
}
