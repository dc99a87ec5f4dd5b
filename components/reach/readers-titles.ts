import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { sessionNames } from '@/components/session/session-names'
import { database } from '@/lib/db/open-database'
import type { Reader } from '@/lib/store/model/reach'
import { actorNames } from '@/lib/store/stores/name-actor'

/** Returns the titles of readers, in their order, and the names of actors by id. */
export async function readersTitles(
  readers: readonly Reader[],
): Promise<{ titles: string[]; names: ReadonlyMap<string, string> }> {
  const t = await texts()
  const ids = readers.flatMap(({ sessionId }) => sessionId ?? [])
  const sessions = await sessionNames(ids)
  const names = await actorNames(database(), [...readers.map(({ actor }) => actor.id), ...ids])
  const titles = readers.map(
    ({ actor, sessionId }) => sessions.get(sessionId ?? '') ?? actorTitle(t, actor, names),
  )
  return { titles, names }
}
