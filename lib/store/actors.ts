import { db, padded } from '@/lib/db'
import type { ActorType } from '@/lib/db/generated/sqlite/enums'
import type { Writer } from './model/actor'

/** What a row says of who did something. */
export interface DoneBy {
  actorType: ActorType
  actorId: string
  sessionId?: string | null
}

/** Tells who did what rows say; each name is looked up once, for all rows together. */
export async function writersOf(rows: readonly DoneBy[]): Promise<(row: DoneBy) => Writer> {
  const names = await actorNames(rows.map(({ actorId }) => actorId))
  return ({ actorType, actorId, sessionId }) => ({
    type: actorType,
    id: actorId,
    name: names.get(actorId) ?? null,
    sessionId: sessionId ?? (actorType === 'session' ? actorId : null),
  })
}

/**
 * The names by which people know actors, by id: of a key its name, of a session its title or first
 * message, of others what was noted when they first came. Who has none is not in it.
 */
export async function actorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = padded([...new Set(ids)])
  if (wanted.length === 0) return new Map()
  const id = { in: wanted }
  const [known, keys, sessions, observed] = await Promise.all([
    db.actor.findMany({ where: { id }, select: { id: true, name: true } }),
    db.apiKey.findMany({ where: { id }, select: { id: true, name: true } }),
    db.session.findMany({ where: { id }, select: { id: true, title: true } }),
    db.observedSession.findMany({ where: { id }, select: { id: true, firstPrompt: true } }),
  ])
  const named = [
    ...observed.map((row): [string, string | null] => [row.id, row.firstPrompt]),
    ...sessions.map((row): [string, string | null] => [row.id, row.title]),
    ...known.map((row): [string, string] => [row.id, row.name]),
    ...keys.map((row): [string, string] => [row.id, row.name]),
  ]
  return new Map(named.filter((pair): pair is [string, string] => Boolean(pair[1])))
}
