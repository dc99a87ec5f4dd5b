import pg from 'pg'
import type { PostgresqlSettings } from '@/lib/settings'

/**
 * Detects a pooler in between: the backend that runs a query is then not the one that greeted us.
 */
export async function isBehindPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID
  } finally {
    await client.end()
  }
}

/** Advises the operator on a setting, in one line; null if there is nothing to change. */
export async function poolerAdvice(
  url: string,
  { isPooled, directUrl, events }: PostgresqlSettings,
): Promise<string | null> {
  if (isPooled && directUrl === null && events === 'listen') {
    return 'DATABASE_POOLED without DATABASE_DIRECT_URL: changes of other servers are looked for every second; set DATABASE_DIRECT_URL to an address past the pooler to hear of them at once'
  }
  if (directUrl !== null && (await isBehindPooler(directUrl))) {
    return 'DATABASE_DIRECT_URL leads to a connection pooler too: set it to the address of PostgreSQL itself'
  }
  if (!isPooled && (await isBehindPooler(url))) {
    return 'a connection pooler stands before the database: if it pools by transaction, set DATABASE_POOLED=true, and DATABASE_DIRECT_URL to an address past it'
  }
  return null
}
