import { randomUUID } from 'node:crypto'
import { closeSync, copyFileSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { onServer, urlOf } from './postgresql-server'

/** What a project's global set-up made for its files to copy. */
export type Template = { kind: 'sqlite'; file: string } | { kind: 'postgresql'; adminUrl: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** The name of the migrated database on the tests' PostgreSQL server. */
export const TEMPLATE = 'migrated_template'

/** A migrated database without rows, opened by nobody yet. */
export interface FreshDatabase {
  kind: Template['kind']
  url: string
  /** of SQLite: the file; of PostgreSQL: '' */
  file: string
  remove: () => Promise<void>
}

/** Copies the template of the project that runs: SQLite's file, or PostgreSQL's files. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = inject('template')
  if (template.kind === 'sqlite') return copyFile(template.file)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { adminUrl } = template
  // To copy files costs less than to write their pages through the log, as is usual.
  await onServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  return {
    kind: 'postgresql',
    url: urlOf(adminUrl, name),
    file: '',
    remove: () => onServer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

function copyFile(template: string): FreshDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-'))
  const file = path.join(folder, 'palimpsest.db')
  copyFileSync(template, file)
  // The first checkpoint would write the whole file to the disk otherwise.
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
  const remove = () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
  return { kind: 'sqlite', url: `file:${file}`, file, remove }
}
