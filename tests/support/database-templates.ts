import pg from 'pg'
import { migratePostgresql } from '@/lib/db/migrate'

/** The database on the tests' PostgreSQL server from which the others are copied. */
const TEMPLATE = 'migrated_template'

/** Creates the template on a server. `adminUrl`: as the server's superuser. */
export async function migrateTemplate(adminUrl: string): Promise<void> {
  await onServer(adminUrl, `CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'`)
  await migratePostgresql(urlOf(adminUrl, TEMPLATE))
}

/**
 * Creates a migrated database without rows and resolves with its URL. Its files are copied, which
 * costs less than writing its pages through the log, as is usual.
 */
export async function copyTemplate(adminUrl: string, name: string): Promise<string> {
  await onServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  return urlOf(adminUrl, name)
}

/** Drops a database, closing any connections to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await onServer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
