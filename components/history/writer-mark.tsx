import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import type { Actor } from '@/lib/store/model/actor'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import { actorKind, actorTitle } from './actor-words'

export interface WriterMarkProps {
  actor: Actor
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** whether the change came with an imported history */
  isImport?: boolean
  size?: 'small' | 'normal'
  /** whether its name stands beside it */
  isDecoration?: boolean
  /** what it leads to: the call that wrote, say */
  href?: string | undefined
}

/** The mark of who wrote. */
export async function WriterMark(props: WriterMarkProps) {
  const { actor, names, isImport = false, size = 'normal', isDecoration = false, href } = props
  const t = await texts()
  const name = names.get(actor.id) ?? null
  const look = actorMark({ kind: isImport ? 'import' : actor.type, id: actor.id, name })
  const label = `${actorKind(t, actor)}${plainName(actorTitle(t, actor, names))}`
  const mark = <ActorMark look={look} label={label} size={size} />
  if (isDecoration) {
    return (
      <span aria-hidden className="inline-flex shrink-0">
        {mark}
      </span>
    )
  }
  if (href === undefined) return mark
  return (
    <Link
      href={href}
      className="relative z-10 -m-[3px] inline-flex size-6 items-center justify-center rounded-mark"
    >
      {mark}
    </Link>
  )
}
