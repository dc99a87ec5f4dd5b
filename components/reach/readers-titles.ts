import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { sessionTitles } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import type { Reader } from '@/lib/store/model/reach'
import { actorNames } from '@/lib/store/stores/name-actor'

/** Returns the titles of readers, in their order, and the names of actors by id. */
export async function readersTitles(
  readers: readonly Reader[],
): Promise<{ titles: string[]; names: ReadonlyMap<string, string> }> {
  const t = await texts()
  const ids = readers.flatMap(({ sessionId }) => sessionId ?? [])
  const sessions = await sessionTitles(database(), ids)
  const names = await actorNames(database(), [...readers.map(({ actor }) => actor.id), ...ids])
  const titles = readers.map(({ actor, sessionId }) => {
    if (sessionId === null) return actorTitle(t, actor, names)
    const title = sessions.get(sessionId) ?? names.get(sessionId) ?? null
    return sessionTitle(t, { id: sessionId, title })
  })
  return { titles, names }
}
