import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import { addActor, namesOfActors, putActor } from './sql/actors'

/** Sets an actor's display name, replacing any earlier one. */
export async function nameActor(db: Database, actor: Actor, name: string): Promise<void> {
  await db.write((tx) => putActor(tx, { ...actor, name, createdAt: Date.now() }))
}

/** Names an actor unless it has a name: an imported file renames no one here. */
export async function introduceActor(db: Database, actor: Actor, name: string): Promise<void> {
  await db.write((tx) => addActor(tx, { ...actor, name, createdAt: Date.now() }))
}

/** The names of actors that have one. */
export async function actorNames(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return actorNamesBy(db.read, ids)
}

/** The same, asked of a connection: a long read has its own. */
export async function actorNamesBy(
  sql: Pick<Sql, 'all'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await namesOfActors(sql, asked)
  return new Map(rows.map((row) => [row.id, row.name]))
}

const ID_CHARACTERS = 24

/** The user for an author of an imported history: the same name always gives the same id. */
export function authorActor(name: string): Actor {
  const hash = createHash('sha256').update(name).digest('hex').replaceAll('0', 'z')
  return { type: 'user', id: `user_${hash.slice(0, ID_CHARACTERS)}` }
}
