import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'

const NAME = 'fingerprint.key'
const BYTES = 32

/**
 * The key by which redacted texts are known again. It lies beside the database, readable by its owner
 * only, and never in it: whoever has the database alone, or a backup, cannot try texts.
 */
export function fingerprintKey(): Buffer {
  const kept = perProcess('fingerprint key', (): { key: Buffer | null } => ({ key: null }))
  return (kept.key ??= readOrMake(settings().dataDir))
}

function readOrMake(dataDir: string): Buffer {
  const file = path.join(dataDir, NAME)
  const known = read(file)
  if (known) return known
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, randomBytes(BYTES), { mode: 0o600 })
  try {
    // Fails if another process made one meanwhile, which is read instead.
    linkSync(fresh, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(fresh)
  }
  const made = read(file)
  if (!made) throw new Error(`${NAME} cannot be read`)
  return made
}

function read(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file)
    return bytes.length === BYTES ? bytes : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
