import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { type SessionAgent, sessionAgents } from '@/lib/agent/session-titles'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { observedNames } from '@/lib/connect/observed-names'
import { database } from '@/lib/db/open-database'
import { leadingPaths } from '@/lib/review/changesets/changeset-memories'
import type { Changeset } from '@/lib/review/model/changeset'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { actorNames } from '@/lib/store/stores/name-actor'

export interface ChangesetTitles {
  /** by id: who did what, as a sentence */
  titles: ReadonlyMap<string, string>
  /** by id: who, as the sentence begins */
  agents: ReadonlyMap<string, string>
  /** by id: what its session was asked or is called; none where there is no session or no title */
  subjects: ReadonlyMap<string, string>
  /** names of those who wrote them, by id */
  names: ReadonlyMap<string, string>
}

/** Returns the titles of changesets: who did what. */
export async function changesetTitles(changesets: readonly Changeset[]): Promise<ChangesetTitles> {
  const t = await texts()
  const db = database()
  const sessionIds = changesets.flatMap(({ sessionId }) => sessionId ?? [])
  const named = changesets.filter(
    ({ memoryCount, changeCount }) => memoryCount === 1 || changeCount === 0,
  )
  const [sessions, observed, names, paths] = await Promise.all([
    sessionAgents(db, sessionIds),
    observedNames(db, sessionIds),
    actorNames(db, [...changesets.map(({ actor }) => actor.id), ...sessionIds]),
    leadingPaths(
      db,
      named.map(({ id }) => id),
    ),
  ])
  const agents = new Map(changesets.map((each) => [each.id, agentOf(t, each, sessions, names)]))
  const subjects = new Map<string, string>()
  const titles = new Map<string, string>()
  for (const { id, sessionId, memoryCount, changeCount } of changesets) {
    const subject =
      sessionId && (observed.get(sessionId)?.firstPrompt || sessions.get(sessionId)?.title)
    if (subject) subjects.set(id, subject)
    const said = { who: agents.get(id) ?? '', path: paths.get(id)?.slice(1) ?? '' }
    titles.set(
      id,
      changeCount === 0
        ? t(said.path === '' ? 'Review.wantsToWrite' : 'Review.wantsToChange', said)
        : memoryCount === 1 && said.path !== ''
          ? t('Review.changedOne', said)
          : t('Review.changed', { ...said, count: memoryCount }),
    )
  }
  return { titles, agents, subjects, names }
}

/** Names the program that wrote: of a session here its model, else what its actor is called. */
function agentOf(
  t: Awaited<ReturnType<typeof texts>>,
  { actor, sessionId }: Changeset,
  sessions: ReadonlyMap<string, SessionAgent>,
  names: ReadonlyMap<string, string>,
): string {
  const model = sessions.get(sessionId ?? '')?.model
  if (model === PRACTICE_MODEL) return t('Sessions.practiceAgent')
  if (model === undefined && actor.id === LOCAL_API_ACTOR.id) return t('Review.programWithoutKey')
  return model ?? actorTitle(t, actor, names)
}
