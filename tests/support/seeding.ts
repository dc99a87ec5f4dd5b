import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { listMemories } from '@/lib/store/memories/read-memories'
import { type ExportStoreInput, exportStore } from '@/lib/transfer/export-store'
import { WHOLE_DISK } from '@/lib/transfer/disk-reach'
import { openPath } from '@/lib/transfer/open-source'
import type { Source } from '@/lib/transfer/source'
import type { SeedReport } from '@/lib/transfer/seed-report'
import {
  planSeed,
  type PlanSeedInput,
  runSeed,
  type SeedStoreInput,
} from '@/lib/transfer/seed-store'

/** The actor who seeds in the tests. */
export const SEEDER: Cause = { actor: { type: 'user', id: 'user_111111111111111111111111' } }

/** A folder of the test's own, and a function that writes files into it. */
export function sourceFolder() {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-transfer-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => path.join(folder, name)
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
  }
  return { at, put }
}

/** The source at a path, as the command line opens it. */
export function openAnything(
  location: string,
  { withHistory = true, withUncommitted = false } = {},
): Promise<Source> {
  return openPath({
    location,
    kind: 'any',
    withHistory,
    withUncommitted,
    reach: WHOLE_DISK,
    signal: new AbortController().signal,
  })
}

/** A plan that is never stopped. */
export function planOf(db: Database, input: PlanSeedInput): Promise<SeedReport> {
  return planSeed(db, input, new AbortController().signal)
}

/** Plans and runs; the plan must predict what the run does. */
export async function seedFrom(
  db: Database,
  storeId: string,
  location: string,
  { withHistory = true, withUncommitted = false, trustsActors = true } = {},
): Promise<SeedReport> {
  const source = await openAnything(location, { withHistory, withUncommitted })
  const input = { storeId, source, withHistory, cause: SEEDER, trustsActors }
  const plan = await planOf(db, input)
  const report = await runToEnd(db, input)
  expect({ ...plan, entries: [], conflicts: [], hash: null }).toEqual({ ...report, entries: [] })
  return report
}

export async function runToEnd(db: Database, input: SeedStoreInput): Promise<SeedReport> {
  const control = { jobId: 'test', signal: new AbortController().signal, report: () => {} }
  return runSeed(db, input, control)
}

/** Keyed by path. */
export async function contents(db: Database, storeId: string): Promise<Record<string, string>> {
  const page = await listMemories(db, {
    storeId,
    directory: '',
    depth: 'all',
    view: 'full',
    limit: 1000,
  })
  return Object.fromEntries(
    page.entries.flatMap((entry) =>
      entry.type === 'memory' ? [[entry.memory.path, entry.memory.content ?? '']] : [],
    ),
  )
}

export async function exported(db: Database, input: ExportStoreInput): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await exportStore(db, input)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** JSON Lines. */
export function jsonLines(...lines: readonly object[]): string {
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** The time of the n-th second of a history, RFC 3339. */
export function second(n: number): string {
  return new Date(1_700_000_000_000 + n * 1000).toISOString()
}
