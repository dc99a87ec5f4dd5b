import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/lib/db/migrate'

/** Global set-up of the tests on SQLite: one migrated file without rows, from which others are copied. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-template-'))
  const file = path.join(folder, 'template.db')
  await migrate(`file:${file}`)
  project.provide('template', { kind: 'sqlite', file })
  return () => rmSync(folder, { recursive: true, force: true })
}
