import { db, padded } from '@/lib/db'
import type { DoneBy, Writer } from './model/actor'

/**
 * Tells who did what rows say; each name is looked up once, for all rows together. A session is told by its
 * agent first, as people speak of it, and by its title where there is room; what a session wrote into a folder, too.
 */
export async function writersOf(rows: readonly DoneBy[]): Promise<(row: DoneBy) => Writer> {
  const known = await knownActors(
    rows.flatMap(({ actorId, sessionId }) => (sessionId ? [actorId, sessionId] : [actorId])),
  )
  return ({ actorType, actorId, sessionId }) => ({
    type: actorType,
    id: actorId,
    name: known.get((actorId.startsWith('folder_') && sessionId) || actorId)?.name || null,
    title: known.get(sessionId ?? actorId)?.title || null,
    sessionId: sessionId ?? (actorType === 'session' ? actorId : null),
  })
}

/**
 * Actors by id in one name, as agents and files are told of them: a session's title or first message tells
 * it apart, its agent does not. Who has no name is not in it.
 */
export async function actorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = [...(await knownActors(ids))].map(
    ([id, { name, title }]) => [id, title || name] as const,
  )
  return new Map(names.filter(([, name]) => name))
}

interface Known {
  name: string
  /** of a session */
  title?: string | null
}

/** What is known of these; what was noted of one when they first came holds before what they call themselves. */
async function knownActors(ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const wanted = padded([...new Set(ids)])
  if (wanted.length === 0) return new Map()
  const id = { in: wanted }
  const [known, keys, sessions, observed] = await Promise.all([
    db.actor.findMany({ where: { id }, select: { id: true, name: true } }),
    db.apiKey.findMany({ where: { id }, select: { id: true, name: true } }),
    db.session.findMany({ where: { id }, select: { id: true, title: true, settings: true } }),
    db.observedSession.findMany({ where: { id } }),
  ])
  return new Map<string, Known>([
    ...observed.map(({ id: of, firstPrompt: title, client }): [string, Known] => [
      of,
      { name: client === 'claude_code' ? 'Claude Code' : client, title },
    ]),
    ...sessions.map(({ id: of, title, settings }): [string, Known] => [
      of,
      { name: (settings as { model: string }).model, title },
    ]),
    ...[...known, ...keys].map(({ id: of, name }): [string, Known] => [of, { name }]),
  ])
}
