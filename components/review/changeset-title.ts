import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { sessionTitles } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import type { Changeset } from '@/lib/review/model/changeset'
import { actorNames } from '@/lib/store/name-actor'

/** What a changeset is called, and who wrote it. */
export interface ChangesetTitle {
  /** its session's title; else who wrote it */
  title: string
  /** the writer's name; null: none */
  name: string | null
}

/** The titles of some changesets, by their ids. */
export async function changesetTitles(
  changesets: readonly Changeset[],
): Promise<Map<string, ChangesetTitle>> {
  const t = await texts()
  const sessionIds = changesets.flatMap(({ sessionId }) => sessionId ?? [])
  const titles = await sessionTitles(database(), sessionIds)
  const names = await actorNames(
    database(),
    changesets.flatMap(({ actor, sessionId }) => [actor.id, ...(sessionId ? [sessionId] : [])]),
  )
  return new Map(
    changesets.map(({ id, actor, sessionId }) => {
      const name = (sessionId && names.get(sessionId)) ?? names.get(actor.id) ?? null
      const session = sessionId === null ? null : (titles.get(sessionId) ?? names.get(sessionId))
      const fallback =
        sessionId === null
          ? (name ?? `…${actor.id.slice(-6)}`)
          : t('Sessions.untitled', { id: sessionId.slice(-6) })
      return [id, { title: session ?? fallback, name }]
    }),
  )
}
