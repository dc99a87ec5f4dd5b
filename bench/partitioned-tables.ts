import pg from 'pg'

/**
 * The tables that grow with memories and their versions. Each has `store_key`, and no other table
 * refers to them.
 */
const TABLES = [
  'memories',
  'path_nodes',
  'memory_versions',
  'version_contents',
  'store_events',
  'search_postings',
  'memory_bands',
] as const

interface IndexRow {
  name: string
  isUnique: boolean
  isPrimary: boolean
  columns: string[]
}

/**
 * Moves the large tables of a database into partitions by hash of `store_key`, in one transaction.
 * An index that must be unique gets `store_key` as its last column, where it lacks it: what is unique
 * is so within a store then. Nothing else of the application has to know. Returns the number of rows
 * moved. Throws if a table holds other rows afterwards than before.
 */
export async function partitionByStore(url: string, partitions: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN')
    let rows = 0
    for (const table of TABLES) rows += await partition(client, table, partitions)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return rows
  } finally {
    await client.end()
  }
}

async function partition(client: pg.Client, table: string, partitions: number): Promise<number> {
  const indexes = await indexesOf(client, table)
  const foreign = await foreignKeysOf(client, table)
  const whole = `${table}_whole`
  await client.query(`ALTER TABLE ${table} RENAME TO ${whole}`)
  // Names of indexes are the schema's: the new table's take them.
  for (const { name } of indexes) await client.query(`ALTER INDEX ${name} RENAME TO ${name}_whole`)
  await client.query(
    `CREATE TABLE ${table} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
     PARTITION BY HASH (store_key)`,
  )
  for (let at = 0; at < partitions; at++) {
    await client.query(
      `CREATE TABLE ${table}_${at} PARTITION OF ${table}
       FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${at})`,
    )
  }
  const { rowCount } = await client.query(`INSERT INTO ${table} SELECT * FROM ${whole}`)
  for (const index of indexes) await client.query(indexStatement(table, index))
  for (const { name, definition } of foreign) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  await refuseDifference(client, table, whole)
  await keepSequences(client, table, whole)
  await client.query(`DROP TABLE ${whole}`)
  return rowCount ?? 0
}

async function indexesOf(client: pg.Client, table: string): Promise<IndexRow[]> {
  const { rows } = await client.query<IndexRow>(
    `SELECT i.indexrelid::regclass::text AS name, i.indisunique AS "isUnique",
       i.indisprimary AS "isPrimary",
       ARRAY(SELECT pg_get_indexdef(i.indexrelid, place, true)
         FROM generate_series(1, i.indnkeyatts) AS place) AS columns
     FROM pg_index i WHERE i.indrelid = $1::regclass`,
    [table],
  )
  return rows
}

async function foreignKeysOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'f'`,
    [table],
  )
  return rows
}

function indexStatement(table: string, { name, isUnique, isPrimary, columns }: IndexRow): string {
  const lacksStore = isUnique && !columns.includes('store_key')
  const list = [...columns, ...(lacksStore ? ['store_key'] : [])].join(', ')
  if (isPrimary) return `ALTER TABLE ${table} ADD CONSTRAINT ${name} PRIMARY KEY (${list})`
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} (${list})`
}

/** A sequence that belongs to a column of the old table would go with it. */
async function keepSequences(client: pg.Client, table: string, whole: string): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT pg_get_serial_sequence($1, attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND attname = 'key'`,
    [whole],
  )
  for (const { name } of rows) {
    if (name !== null) await client.query(`ALTER SEQUENCE ${name} OWNED BY ${table}.key`)
  }
}

async function refuseDifference(client: pg.Client, table: string, whole: string): Promise<void> {
  const sumOf = async (name: string) => {
    const { rows } = await client.query<{ count: string; sum: string | null }>(
      `SELECT count(*)::text AS count, sum(hashtextextended(each::text, 0))::text AS sum
       FROM ${name} AS each`,
    )
    return `${rows[0]?.count} rows, sum ${rows[0]?.sum}`
  }
  const [moved, before] = [await sumOf(table), await sumOf(whole)]
  if (moved !== before) throw new Error(`${table}: ${before} became ${moved}`)
}

/** The tables of a store, those that others refer to first. */
const COPIED = ['memory_stores', 'batches', ...TABLES, 'directory_spans']

/** Columns that number a row, or name the number of another. */
const KEYS = ['key', 'store_key', 'parent_key', 'node_key', 'memory_key', 'batch_key']

/** Columns that are unique as they are. */
const NAMES = ['id', 'head_version_id']

/** Apart enough that no two copies share a key. */
const APART = 10_000_000

/** Copies the rows of a store some times, with keys and ids of their own; returns the ids of the copies. */
export async function copyStore(url: string, storeId: string, times: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: number }>(
      'SELECT key FROM memory_stores WHERE id = $1',
      [storeId],
    )
    const storeKey = rows[0]?.key ?? 0
    const ids: string[] = []
    while (ids.length < times) {
      const number = ids.length + 1
      for (const table of COPIED) await copyRows(client, table, { storeKey, number })
      ids.push(`${storeId}x${number}`)
    }
    await client.query('ANALYZE')
    return ids
  } finally {
    await client.end()
  }
}

async function copyRows(
  client: pg.Client,
  table: string,
  { storeKey, number }: { storeKey: number; number: number },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = $1 AND table_schema = 'public'`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const values = columns.map((name) => {
    if (KEYS.includes(name)) return `"${name}" + ${number * APART}`
    return NAMES.includes(name) ? `"${name}" || 'x${number}'` : `"${name}"`
  })
  const list = columns.map((name) => `"${name}"`).join(', ')
  const owner = table === 'memory_stores' ? 'key' : 'store_key'
  const where = columns.includes(owner)
    ? `${owner} = ${storeKey}`
    : `node_key IN (SELECT key FROM path_nodes WHERE store_key = ${storeKey})`
  await client.query(
    `INSERT INTO ${table} (${list}) SELECT ${values.join(', ')} FROM ${table} WHERE ${where}`,
  )
}
