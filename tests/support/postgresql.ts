import type { TestProject } from 'vitest/node'
import { migrate } from '@/lib/db/migrate'
import { onServer, startPostgresql, urlOf } from './postgresql-server'
import { TEMPLATE } from './fresh-database'

/** Global set-up of the tests on PostgreSQL: a server with one migrated database without rows. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql()
  await onServer(server.url, `CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'`)
  await migrate(urlOf(server.url, TEMPLATE))
  project.provide('template', { kind: 'postgresql', adminUrl: server.url })
  return () => server.stop()
}
