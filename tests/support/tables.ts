import { db } from '@/lib/db'
import { sha256Hex } from '@/lib/text/content'

/** Tables of which an answer that is asked again may change rows. */
const OWN: readonly string[] = ['job', 'sample', 'memoryTest', 'lease']

const TABLES = [
  'store',
  'memory',
  'version',
  'event',
  'batch',
  'memoryRead',
  'redaction',
  'actor',
  'apiKey',
  'lease',
  'cursor',
  'job',
  'sample',
  'memoryTest',
  'seed',
  'seedEntry',
  'connection',
  'connectionEntry',
  'heardWrite',
  'observedSession',
  'session',
  'sessionStore',
  'sessionEvent',
  'review',
  'heldWrite',
  'dismissedFlag',
  'agentRequest',
] as const

/** A hash of every row of every table but those of jobs, answers, tests and leases. */
export async function everyTable(): Promise<string> {
  const tables = db as unknown as Record<
    string,
    { findMany: (asked?: object) => Promise<object[]> }
  >
  const rows: string[] = []
  for (const name of TABLES) {
    if (OWN.includes(name)) continue
    const hasText = name === 'memory' || name === 'version'
    const found = await tables[name]?.findMany(hasText ? { omit: { content: false } } : {})
    rows.push(name, ...(found ?? []).map(written).sort())
  }
  return sha256Hex(rows.join('\n'))
}

const written = (row: object) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
