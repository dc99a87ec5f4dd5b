import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { numbers } from './fill'

/** The row of one table for one write; `?` are parameters. */
interface Insert {
  table: string
  columns: string
  values: (write: Write) => (string | number | Buffer)[]
}

interface Write {
  store: number
  sequence: number
  key: number
  id: string
}

const BYTES = Buffer.from('x'.repeat(1024))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

/** The rows that lib/store writes for a new memory of a session. */
const INSERTS: readonly Insert[] = [
  {
    table: 'memories',
    columns:
      'key, id, store_key, path, head_sequence, head_version_id, sha256, size, created_at, updated_at, version_count',
    values: (write) => [
      ...[write.key, `mem_${write.id}`, write.store, `/notes/${write.id}.md`, write.sequence],
      ...[`memver_${write.id}`, SHA256, BYTES.length, Date.now(), Date.now(), 1],
    ],
  },
  {
    table: 'path_nodes',
    columns: 'key, store_key, parent_key, path, entry, memory_key, memory_count, byte_size',
    values: ({ key, store, id }) => [key, store, 1, `/notes/${id}.md`, `${id}.md`, key, 0, 0],
  },
  {
    table: 'memory_versions',
    columns:
      'store_key, sequence, id, memory_key, ordinal, operation, node_key, sha256, size, created_at, actor_type, actor_id, session_id, changeset_key',
    values: ({ store, sequence, id, key }) => [
      ...[store, sequence, `memver_${id}`, key, 1, 'created', key, SHA256, BYTES.length],
      ...[Date.now(), 'session', 'sesn_bare', 'sesn_bare', 1],
    ],
  },
  {
    table: 'version_contents',
    columns: 'store_key, sequence, encoding, bytes',
    values: ({ store, sequence }) => [store, sequence, 0, BYTES],
  },
  {
    table: 'store_events',
    columns: 'store_key, sequence, type, created_at, version_sequence',
    values: ({ store, sequence }) => [store, sequence, 'memory.created', Date.now(), sequence],
  },
]

export interface BareRows {
  /** writes of the first store, in one transaction */
  writeToOne: (writes: number) => Promise<void>
  /** a write of each store, in one transaction */
  writeToEach: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The upper bound: the rows that lib/store writes for a new memory, a statement a table, and the
 * totals of the store, its folder and the changeset, each transaction sent at once. It checks
 * nothing and reads nothing. In a database that has no memories yet, with so many stores.
 */
export async function openBareRows(url: string, count: number): Promise<BareRows> {
  const pool = new pg.Pool({ connectionString: url, max: count, pipeline: true })
  // The pool has ended before its connections have: a server that stops then still tells them.
  pool.on('error', () => {})
  const { rows: stores } = await pool.query<{ key: number }>(
    `INSERT INTO memory_stores (id, name, created_at, updated_at)
     SELECT 'memstore_bare' || n, 'bare', 1, 1 FROM generate_series(1, $1::int) n RETURNING key`,
    [count],
  )
  await pool.query(
    `INSERT INTO path_nodes (store_key, path, entry, memory_count, byte_size)
     SELECT key, '/notes', 'notes/', 1, 1 FROM memory_stores`,
  )
  await pool.query(
    `INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count)
     SELECT 'chgset_' || id, key, 'session:sesn_bare', 'sesn_bare', 'session', 'sesn_bare',
       1, 1, 1, 1, 1 FROM memory_stores`,
  )
  const sequences = stores.map(() => 0)
  // Above any that others are given meanwhile.
  let keys = 1_000_000
  const write = async (places: readonly number[]) => {
    const writes = places.map((at): Write => {
      const sequence = (sequences[at] ?? 0) + 1
      sequences[at] = sequence
      const store = stores[at]?.key ?? 0
      return { store, sequence, key: keys++, id: randomBytes(12).toString('hex') }
    })
    const client = await pool.connect()
    try {
      await Promise.all([
        client.query('BEGIN'),
        ...INSERTS.map((insert) => client.query(statementOf(insert, writes))),
        ...totalsOf(writes).map((statement) => client.query(statement)),
        client.query('COMMIT'),
      ])
    } finally {
      client.release()
    }
  }
  return {
    writeToOne: (writes) => write(numbers(writes).map(() => 0)),
    writeToEach: () => write(numbers(count)),
    close: () => pool.end(),
  }
}

/** A statement a table here too, for all stores. */
function totalsOf(writes: readonly Write[]): pg.QueryConfig[] {
  const stores = [...new Set(writes.map(({ store }) => store))]
  const rows = stores.map((store) => {
    const own = writes.filter((write) => write.store === store)
    return [own.at(-1)?.sequence ?? 0, own.length, own.length * BYTES.length, Date.now(), store]
  })
  let position = 0
  const tuples = rows.map((row) => `(${row.map(() => `$${++position}::bigint`).join(', ')})`)
  const from = `FROM (VALUES ${tuples.join(', ')}) d(last, count, bytes, at, store)`
  const of = (table: string, assignments: string, where: string): pg.QueryConfig => ({
    name: `bare-${table}-totals-${rows.length}`,
    text: `UPDATE ${table} SET ${assignments} ${from} WHERE ${where}`,
    values: rows.flat(),
  })
  return [
    of(
      'memory_stores',
      'last_sequence = d.last, memory_count = memory_count + d.count, byte_size = byte_size + d.bytes, version_count = version_count + d.count, last_changed_at = d.at',
      'key = d.store',
    ),
    of(
      'path_nodes',
      'memory_count = memory_count + d.count, byte_size = byte_size + d.bytes',
      `store_key = d.store AND path = '/notes'`,
    ),
    of(
      'changesets',
      'last_sequence = d.last, change_count = change_count + d.count, revision = revision + d.count',
      `store_key = d.store AND grouping = 'session:sesn_bare'`,
    ),
  ]
}

function statementOf({ table, columns, values }: Insert, writes: readonly Write[]): pg.QueryConfig {
  let position = 0
  const rows = writes.map((write) => values(write))
  const tuples = rows.map((row) => `(${row.map(() => `$${++position}`).join(', ')})`)
  return {
    name: `bare-${table}-${writes.length}`,
    text: `INSERT INTO ${table} (${columns}) VALUES ${tuples.join(', ')}`,
    values: rows.flat(),
  }
}
