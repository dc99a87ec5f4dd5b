import path from 'node:path'
import { perProcess, replacePerProcess } from '@/lib/per-process'
import { type PostgresqlSettings, settings } from '@/lib/settings'
import type { Database } from './database'
import { openPostgresql } from './postgresql'
import { makePrivate } from './private-files'
import { openSqlite } from './sqlite'

/** Opens the database at a URL (`file:…` or `postgresql://…`); its migrations must be applied. */
export function openDatabase(url: string, options?: PostgresqlSettings): Database {
  if (!url.startsWith('file:')) return openPostgresql(url, options)
  const file = path.resolve(url.slice('file:'.length))
  makePrivate(file)
  return openSqlite(file)
}

const APPLICATION = 'database'

/** The application's database, opened on first use. */
export function database(): Database {
  return perProcess(APPLICATION, () => openDatabase(settings().databaseUrl, settings().postgresql))
}

/** Makes the application use a database that a test opened. */
export function serveDatabase(db: Database): void {
  replacePerProcess(APPLICATION, db)
}
