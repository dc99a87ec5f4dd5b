import { db } from '@/lib/db'

/** The version of the PostgreSQL server, as it says it; no model has it. */
export async function postgresqlVersion(): Promise<string> {
  const [found] = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`
  return found?.server_version ?? ''
}
