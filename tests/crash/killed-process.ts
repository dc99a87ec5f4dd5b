import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { Database } from '@/lib/db/database'

/**
 * Runs a bundled script until it says something, kills it within `longestMs` after that, and answers
 * the ids of versions that it acknowledged: the lines of what it wrote to its fourth descriptor.
 */
export async function acknowledgedUntilKilled(
  script: string,
  args: readonly string[],
  longestMs: number,
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-crash-'))
  const file = path.join(folder, 'acknowledged')
  const acknowledged = openSync(file, 'w')
  const child = spawn(process.execPath, ['--liftoff-only', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', acknowledged],
  })
  closeSync(acknowledged)
  await once(child.stdout as Readable, 'data')
  setTimeout(() => child.kill('SIGKILL'), Math.random() * longestMs)
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  // The kill may have cut off the last line.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  rmSync(folder, { recursive: true })
  return lines
}

/** Returns those of the versions that the database does not have. */
export async function missingVersions(
  db: Database,
  versionIds: readonly string[],
): Promise<string[]> {
  const kept = await db.read.all<{ id: string }>('SELECT id FROM memory_versions')
  const there = new Set(kept.map(({ id }) => id))
  return versionIds.filter((id) => !there.has(id))
}
