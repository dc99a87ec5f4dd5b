import type { TestProject } from 'vitest/node'
import { migrate } from '@/lib/db/migrate'
import { onServer, startPostgresql, urlOf } from './postgresql-server'
import { TEMPLATE } from './fresh-database'

/** Global set-up of the tests on PostgreSQL: a server with one migrated database without rows. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql()
  // As on most machines, and as no other database here does, it sorts texts as people do: a, B, c.
  const sorting = `LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`
  const made = `CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8' ${sorting}`
  await onServer(server.url, made)
  await migrate(urlOf(server.url, TEMPLATE))
  project.provide('template', { kind: 'postgresql', adminUrl: server.url })
  return () => server.stop()
}
