import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { migrateSqlite } from '@/lib/db/migrate'
import { startPostgresql } from './postgresql-server'
import { migrateTemplate } from './database-templates'

declare module 'vitest' {
  interface ProvidedContext {
    /** as superuser of the run's PostgreSQL server */
    postgresqlUrl: string
    /** a migrated SQLite file without rows, to copy */
    sqliteTemplate: string
  }
}

/**
 * One PostgreSQL server for the whole run, and an empty database of each kind with all migrations
 * applied: each test file gets a copy of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-template-'))
  const sqliteTemplate = path.join(folder, 'template.db')
  await migrateSqlite(sqliteTemplate)
  const server = await startPostgresql()
  await migrateTemplate(server.url)
  project.provide('postgresqlUrl', server.url)
  project.provide('sqliteTemplate', sqliteTemplate)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
