import { texts } from '@/components/i18n/server-texts'
import type { Actor } from '@/lib/store/model/actor'
import { actorKind, actorTitle } from './actor-words'
import { WriterName } from './writer-name'

/** Shows an actor: its kind, and its name or the end of its id; the whole id on hover. */
export async function ActorName({
  actor,
  names,
}: {
  actor: Actor
  names: ReadonlyMap<string, string>
}) {
  const t = await texts()
  return <WriterName id={actor.id} kind={actorKind(t, actor)} name={actorTitle(t, actor, names)} />
}
