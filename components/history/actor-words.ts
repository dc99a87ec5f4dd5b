import type { texts } from '@/components/i18n/server-texts'
import {
  type Actor,
  COMMAND_LINE_ACTOR,
  LOCAL_API_ACTOR,
  LOCAL_USER_ACTOR,
} from '@/lib/store/model/actor'
import { IMPORTED } from '@/lib/store/model/author-of'
import { nameOrId } from '@/lib/text/name-or-id'

type Texts = Awaited<ReturnType<typeof texts>>
type Names = ReadonlyMap<string, string>

/**
 * An actor's name, or the end of its id. The one person of an installation without sign-in, in the
 * browser or at the command line, and who calls without a key have neither.
 */
export function actorTitle(t: Texts, { id }: Pick<Actor, 'id'>, names: Names): string {
  if (id === LOCAL_API_ACTOR.id) return t('Review.agentsWithoutKey')
  if (id === LOCAL_USER_ACTOR.id) return t('Comment.you')
  if (id === COMMAND_LINE_ACTOR.id) return t('History.commandLine')
  if (id === IMPORTED.id) return t('History.imported')
  return nameOrId(names.get(id), id)
}

/** Returns an actor's title as it stands after “by”. */
export function actorAfterBy(t: Texts, actor: Pick<Actor, 'id'>, names: Names): string {
  if (actor.id === LOCAL_USER_ACTOR.id) return t('History.byYou')
  if (actor.id === COMMAND_LINE_ACTOR.id) return t('History.byCommandLine')
  return actorTitle(t, actor, names)
}

/** Returns the kind of an actor, to stand before its name; empty if the name says it, as a person's. */
export function actorKind(t: Texts, { type, id }: Actor): string {
  return type === 'user' || KIND_IN_NAME.has(id) ? '' : `${t(`History.${type}`)} `
}

const KIND_IN_NAME: ReadonlySet<string> = new Set(
  [LOCAL_API_ACTOR, LOCAL_USER_ACTOR, COMMAND_LINE_ACTOR, IMPORTED].map(({ id }) => id),
)
