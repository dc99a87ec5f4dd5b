import { db } from '@/lib/db'

/** What no model has: the database asked about itself. */

/** What SQLite finds wrong in its file, at most ten lines; none: it is whole. Reads the whole file. */
export async function problemsOfFile(): Promise<string[]> {
  const found = await db.$queryRaw<{ integrity_check: string }[]>`PRAGMA integrity_check(10)`
  return found.map(({ integrity_check: line }) => line).filter((line) => line !== 'ok')
}

/** The version of the PostgreSQL server, as it says it. */
export async function postgresqlVersion(): Promise<string> {
  const [found] = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`
  return found?.server_version ?? ''
}
