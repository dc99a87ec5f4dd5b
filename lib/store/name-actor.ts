import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Actor } from './model/actor'

/** Gives an actor the name by which people know it; the last one given holds. */
export async function nameActor(db: Database, actor: Actor, name: string): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `INSERT INTO actors (id, type, name, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
      [actor.id, actor.type, name, Date.now()],
    ),
  )
}

/** Gives an actor a name unless it has one: what an imported file says does not rename anybody here. */
export async function introduceActor(db: Database, actor: Actor, name: string): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `INSERT INTO actors (id, type, name, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      [actor.id, actor.type, name, Date.now()],
    ),
  )
}

/** The names of actors that have one. */
export async function actorNames(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.prisma.actor.findMany({ where: { id: { in: [...new Set(ids)] } } })
  return new Map(rows.map((row) => [row.id, row.name]))
}

const ID_CHARACTERS = 24

/** The user that an author of an imported history becomes: the same name, the same id. */
export function authorActor(name: string): Actor {
  const hash = createHash('sha256').update(name).digest('hex').replaceAll('0', 'z')
  return { type: 'user', id: `user_${hash.slice(0, ID_CHARACTERS)}` }
}
