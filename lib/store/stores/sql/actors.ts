import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** The names of actors: imports and programs over the API give them, and agents are told them. */

const ACTOR = columns('a', 'actor', ['id', 'type', 'name', 'createdAt'])

type ActorRow = RowOf<typeof ACTOR>

/** A name that is there already is replaced. */
export async function putActor(tx: WriteSql, row: ActorRow): Promise<void> {
  await tx.run(
    `INSERT INTO actors (id, type, name, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    [row.id, row.type, row.name, row.createdAt],
  )
}

/** A name that is there already stays. */
export async function addActor(tx: WriteSql, row: ActorRow): Promise<void> {
  await tx.run(
    `INSERT INTO actors (id, type, name, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    [row.id, row.type, row.name, row.createdAt],
  )
}

const NAME = columns('a', 'actor', ['id', 'name'])

type NameRow = RowOf<typeof NAME>

export function namesOfActors(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<NameRow[]> {
  return sql.all<NameRow>(`SELECT ${NAME.list} FROM actors a WHERE a.id IN ${oneOf(ids)}`, ids)
}
