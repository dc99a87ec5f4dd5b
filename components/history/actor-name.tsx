import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import type { Actor } from '@/lib/store/model/actor'

/**
 * Who did something: the kind of actor, and its name or the end of its id; the whole id on hover.
 */
export async function ActorName({
  actor,
  names,
}: {
  actor: Actor
  names: ReadonlyMap<string, string>
}) {
  const t = await texts()
  return (
    <span title={actor.id}>
      {t(`History.${actor.type}`)}{' '}
      <VisibleLabel text={names.get(actor.id) ?? `…${actor.id.slice(-6)}`} />
    </span>
  )
}
