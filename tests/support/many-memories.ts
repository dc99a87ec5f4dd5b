import pg from 'pg'

/** So many memories in so many stores, each with a version, its content, node and event. */
export interface Many {
  memories: number
  stores: number
}

/** Directories of a store; each has the same number of memories. */
const DIRECTORIES = 100

/** The nodes of files have the keys after this one, those of roots and directories come before it. */
const FIRST_FILE = 100_000

/** The id of the n-th store, from 1; its memories lie at `/d<0 to 99>/n<g>.md`. */
export const manyStoreId = (store: number) => `memstore_${String(store).padStart(24, 'a')}`

/** Memory g of all, from 0, and where it lies: `g % stores` says in which store, `+ 1`. */
export const manyMemoryId = (g: number) => `mem_${String(g).padStart(24, 'a')}`
export const manyPath = (g: number, { stores }: Many) =>
  `/d${Math.floor(g / stores) % DIRECTORIES}/n${g}.md`

/** One statement a table, made by the server itself; $1 memories, $2 stores. */
const FILL = [
  `INSERT INTO memory_stores (key, id, name, created_at, updated_at, last_sequence, last_changed_at,
     memory_count, byte_size, version_count)
   SELECT s, 'memstore_' || lpad(s::text, 24, 'a'), 'Store ' || s, 1, 1, $1::int / $2::int, 1,
     $1::int / $2::int, 0, $1::int / $2::int FROM generate_series(1, $2::int) s`,
  `INSERT INTO store_compressions (store_key, compressed_sequence)
   SELECT key, last_sequence FROM memory_stores WHERE $1::int > 0 AND $2::int > 0`,
  `INSERT INTO path_nodes (key, store_key, path, memory_count)
   SELECT s, s, '', $1::int / $2::int FROM generate_series(1, $2::int) s`,
  `INSERT INTO path_nodes (key, store_key, parent_key, path, entry, memory_count)
   SELECT $2::int + (s - 1) * ${DIRECTORIES} + d + 1, s, s, '/d' || d, 'd' || d || '/',
     $1::int / $2::int / ${DIRECTORIES}
   FROM generate_series(1, $2::int) s, generate_series(0, ${DIRECTORIES - 1}) d`,
  `INSERT INTO memories (key, id, store_key, path, head_sequence, head_version_id, sha256, size,
     created_at, updated_at, version_count)
   SELECT g + 1, 'mem_' || lpad(g::text, 24, 'a'), 1 + g % $2::int,
     '/d' || (g / $2::int % ${DIRECTORIES}) || '/n' || g || '.md', 1 + g / $2::int,
     'memver_' || lpad(g::text, 24, 'a'),
     encode(sha256(convert_to('What is agreed about ' || g || E'.\\n', 'UTF8')), 'hex'), 30, 1, 1, 1
   FROM generate_series(0, $1::int - 1) g`,
  `INSERT INTO path_nodes (key, store_key, parent_key, path, entry, memory_key)
   SELECT ${FIRST_FILE} + m.key, m.store_key,
     $2::int + (m.store_key - 1) * ${DIRECTORIES} + (m.key - 1) / $2::int % ${DIRECTORIES} + 1,
     m.path, 'n' || m.key - 1 || '.md', m.key FROM memories m WHERE $1::int > 0`,
  `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation, node_key,
     sha256, size, created_at, actor_type, actor_id, session_id)
   SELECT m.store_key, m.head_sequence, m.head_version_id, m.key, 1, 'created', ${FIRST_FILE} + m.key,
     m.sha256, m.size, 1, 'session', 'sesn_' || m.key % 1000, 'sesn_' || m.key % 1000
   FROM memories m WHERE $1::int > 0 AND $2::int > 0`,
  `INSERT INTO version_contents (store_key, sequence, encoding, bytes)
   SELECT 1 + g % $2::int, 1 + g / $2::int, 0,
     convert_to('What is agreed about ' || g || E'.\\n', 'UTF8')
   FROM generate_series(0, $1::int - 1) g`,
  `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence)
   SELECT 1 + g % $2::int, 1 + g / $2::int, 'memory.created', 1, 1 + g / $2::int
   FROM generate_series(0, $1::int - 1) g`,
  `INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
     first_sequence, last_sequence, first_changed_at, last_changed_at, change_count, pending)
   SELECT 'chgset_' || lpad(g::text, 24, 'a'), 1 + g % $2::int, 'session:sesn_' || g,
     'sesn_' || g, 'session', 'sesn_' || g, 1, 1, 1, 1, 1, 0
   FROM generate_series(0, $1::int / 10 - 1) g`,
  `INSERT INTO search_postings (store_key, gram, first_sequence, last_sequence, entry_count, entries)
   SELECT 1 + g % $2::int, -g, 1, 1, 1, ''::bytea FROM generate_series(1, $1::int) g`,
  `INSERT INTO memory_reads (store_key, memory_key, actor_type, actor_id, session_id, hour,
     read_count, first_read_at, last_read_at, last_sequence)
   SELECT store_key, key, 'session', 'sesn_1', 'sesn_1', 1, 1, 1, 1, head_sequence
   FROM memories WHERE key % 4 = 0 AND $1::int > 0 AND $2::int > 0`,
  `INSERT INTO api_keys (id, name, secret_hash, access, created_at)
   SELECT 'apikey_' || g, 'key ' || g, 'hash ' || g, 'write', 1
   FROM generate_series(1, 20000) g WHERE $1::int > 0 AND $2::int > 0`,
]

const NUMBERED = ['memory_stores', 'memories', 'path_nodes', 'changesets']

/**
 * Fills a migrated, empty PostgreSQL database, with statistics of all of it. Indexes are made after
 * the rows: that takes a third of the time.
 */
export async function fillWithMany(url: string, { memories, stores }: Many): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
     WHERE i.schemaname = 'public' AND i.tablename IN ('memories', 'memory_versions', 'path_nodes',
       'store_events', 'changesets', 'memory_reads')
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)
       AND i.indexname <> 'path_nodes_store_key_path_key'`,
  )
  // References hold, and are not looked at a row at a time.
  await client.query("SET maintenance_work_mem = '256MB'; SET session_replication_role = 'replica'")
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  for (const statement of FILL) await client.query(statement, [memories, stores])
  for (const { definition } of indexes) await client.query(definition)
  for (const table of NUMBERED) {
    await client.query(`SELECT setval('${table}_key_seq', (SELECT max(key) FROM ${table}))`)
  }
  await client.query('VACUUM ANALYZE')
  await client.end()
}
