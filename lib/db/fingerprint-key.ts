import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'

const NAME = 'fingerprint.key'
const BYTES = 32

const kept = perProcess('fingerprint key', () => ({ key: null as Buffer | null }))

/**
 * The key by which redacted texts are known again. Several servers of one database are given the same
 * by a setting; else it lies beside the database, readable by its owner only. It is never in the
 * database: whoever has that alone, or a backup, cannot try texts.
 */
export function fingerprintKey(): Buffer {
  return (kept.key ??= settings().fingerprintKey ?? readOrMake(settings().dataDir))
}

/** A hash of a text that tells nothing to whoever has the database alone: 64 digits, hexadecimal. */
export const keyedHash = (text: string): string =>
  createHmac('sha256', fingerprintKey()).update(text).digest('hex')

/** Names the key without telling it. */
export const fingerprintKeyId = (): string => idOf(fingerprintKey())

/** The same, if there is a key yet: makes none. */
export function knownFingerprintKeyId(): string | null {
  const { fingerprintKey: set, dataDir } = settings()
  const known = set ?? read(path.join(dataDir, NAME))
  return known && idOf(known)
}

const idOf = (key: Buffer) =>
  createHmac('sha256', key).update('the name of this key').digest('hex').slice(0, 16)

function readOrMake(dataDir: string): Buffer {
  const file = path.join(dataDir, NAME)
  const known = read(file)
  if (known) return known
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, randomBytes(BYTES), { mode: 0o600, flush: true })
  try {
    // Fails if another process made one meanwhile, which is read instead.
    linkSync(fresh, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(fresh)
  }
  const made = read(file)
  if (made) return made
  const words = `${NAME} is cut off, or no key: put back a copy of it, or delete it to have another made`
  log.error(words)
  throw new Refusal('database_fault', words, { kind: 'fingerprint_key' })
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
