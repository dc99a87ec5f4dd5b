import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { sessionTitles } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import { leadingPaths } from '@/lib/review/changesets/changeset-memories'
import type { Changeset } from '@/lib/review/model/changeset'
import { actorNames } from '@/lib/store/stores/name-actor'

export interface ChangesetTitles {
  /** by id: its session's title; else the memory that leads it; else who wrote it */
  titles: ReadonlyMap<string, string>
  /** names of those who wrote them, by id */
  names: ReadonlyMap<string, string>
}

/** What some changesets are called. */
export async function changesetTitles(changesets: readonly Changeset[]): Promise<ChangesetTitles> {
  const t = await texts()
  const sessions = await sessionTitles(
    database(),
    changesets.flatMap(({ sessionId }) => sessionId ?? []),
  )
  const names = await actorNames(
    database(),
    changesets.flatMap(({ actor, sessionId }) => [actor.id, sessionId ?? []].flat()),
  )
  const paths = await leadingPaths(
    database(),
    changesets.flatMap(({ id, sessionId }) => (sessionId === null ? [id] : [])),
  )
  const titleOf = ({ id, actor, sessionId, memoryCount }: Changeset) => {
    const path = paths.get(id)
    if (sessionId === null && path !== undefined) {
      return t('Review.titleOfMemories', { path: path.slice(1), more: memoryCount - 1 })
    }
    if (sessionId === null) return actorTitle(t, actor, names)
    const title = sessions.get(sessionId) ?? names.get(sessionId) ?? null
    return sessionTitle(t, { id: sessionId, title })
  }
  return { titles: new Map(changesets.map((each) => [each.id, titleOf(each)])), names }
}
