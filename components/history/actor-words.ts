import type { texts } from '@/components/i18n/server-texts'
import { type Actor, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { nameOrId } from '@/lib/text/name-or-id'

type Texts = Awaited<ReturnType<typeof texts>>
type Names = ReadonlyMap<string, string>

/**
 * An actor's name, or the end of its id. The one person of an installation without sign-in and who
 * calls without a key have neither.
 */
export function actorTitle(t: Texts, actor: Actor, names: Names): string {
  if (actor.id === LOCAL_API_ACTOR.id) return t('Review.agentsWithoutKey')
  if (actor.id === LOCAL_USER_ACTOR.id) return t('Comment.you')
  return nameOrId(names.get(actor.id), actor.id)
}

/** What kind of actor it is, for before its name; empty where the name says it. */
export function actorKind(t: Texts, { type, id }: Actor): string {
  return id === LOCAL_API_ACTOR.id || id === LOCAL_USER_ACTOR.id ? '' : `${t(`History.${type}`)} `
}
