import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { sessionTitles } from '@/lib/agent/session-titles'
import { observedPrompts } from '@/lib/connect/observed-prompts'
import { database } from '@/lib/db/open-database'
import { leadingPaths } from '@/lib/review/changesets/changeset-memories'
import type { Changeset } from '@/lib/review/model/changeset'
import { actorNames } from '@/lib/store/stores/name-actor'

export interface ChangesetTitles {
  /**
   * by id: what its session is called, or was asked first; else the memory that leads it, since all
   * sessions of another program have one name in a project; else who wrote it
   */
  titles: ReadonlyMap<string, string>
  /** names of those who wrote them, by id */
  names: ReadonlyMap<string, string>
}

/** Returns the titles of changesets. */
export async function changesetTitles(changesets: readonly Changeset[]): Promise<ChangesetTitles> {
  const t = await texts()
  const sessionIds = changesets.flatMap(({ sessionId }) => sessionId ?? [])
  const sessions = await sessionTitles(database(), sessionIds)
  const prompts = await observedPrompts(
    database(),
    sessionIds.filter((id) => !sessions.has(id)),
  )
  const names = await actorNames(database(), [
    ...changesets.map(({ actor }) => actor.id),
    ...sessionIds,
  ])
  const paths = await leadingPaths(
    database(),
    changesets.flatMap(({ id, sessionId }) => (sessions.has(sessionId ?? '') ? [] : [id])),
  )
  const titleOf = ({ id, actor, sessionId, memoryCount }: Changeset) => {
    const asked = sessionId === null ? undefined : prompts.get(sessionId)
    if (asked !== undefined) return asked
    const path = paths.get(id)
    if (path !== undefined) {
      return t('Review.titleOfMemories', { path: path.slice(1), more: memoryCount - 1 })
    }
    if (sessionId === null) return actorTitle(t, actor, names)
    const title = sessions.get(sessionId) ?? names.get(sessionId) ?? null
    return sessionTitle(t, { id: sessionId, title })
  }
  return { titles: new Map(changesets.map((each) => [each.id, titleOf(each)])), names }
}
