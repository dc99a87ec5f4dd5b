import type { NumberedTable, Statement } from '../sql'

/** Statements that a transaction on PostgreSQL sends besides its jobs' own: with every agent's write. */

/** Joins statements into one, whose answer is the last one's. */
export function asOne(group: readonly Statement[]): Statement {
  const parts = group.map(({ text }) => text)
  const last = parts.pop() ?? ''
  const before = parts.map((text, at) => `part_${at} AS (${text})`).join(', ')
  return {
    text: before === '' ? last : `WITH ${before} ${last}`,
    params: group.flatMap(({ params }) => params),
  }
}

/** Numbers for rows that will be inserted, so many for each table; a column a table. */
export function reservingKeys(tables: readonly NumberedTable[], keys: number): Statement {
  const columns = tables.map((table) => `nextval('${table}_key_seq') AS ${table}`)
  return {
    text: `SELECT ${columns.join(', ')} FROM generate_series(1, CAST(? AS INT))`,
    params: [keys],
  }
}
