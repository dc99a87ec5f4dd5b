import type { Sql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import { utf8Bytes } from '@/lib/text/content'
import type { LiveMemoryRow } from '../write/sql/heads'
import { readContent } from './stored-content'

/**
 * Contents of heads that were written or read a moment ago: who edits a memory reads it before and
 * often again. They are found by their hash, which the head's row has: what is redacted or replaced
 * is not found any more, and everything is forgotten with a redaction and after a few seconds.
 */

/** Time that a content is kept after its last use; milliseconds. */
const TTL_MS = 5_000

/** Bytes and characters together. */
const MAX_KEPT = 8 * 1024 * 1024

/** A larger one would drive out too many. */
const LARGEST_KEPT = 256 * 1024

interface Recent {
  bytes: Buffer
  text: string | null
  usedAt: number
}

interface Recents {
  /** by hash; the least recently used first */
  readonly contents: Map<string, Recent>
  size: number
  timer: NodeJS.Timeout | null
}

const recents = perProcess('recent contents', (): Recents => ({
  contents: new Map(),
  size: 0,
  timer: null,
}))

/** The bytes of a memory's head. */
export async function headContent(
  sql: Sql,
  storeKey: number,
  head: Pick<LiveMemoryRow, 'sha256' | 'headSequence'>,
): Promise<Buffer> {
  return use(head.sha256)?.bytes ?? (await readHead(sql, storeKey, head))
}

/** Like `headContent`, as text. */
export async function headText(
  sql: Sql,
  storeKey: number,
  head: Pick<LiveMemoryRow, 'sha256' | 'headSequence'>,
): Promise<string> {
  const recent = use(head.sha256)
  if (recent) return (recent.text ??= recent.bytes.toString('utf8'))
  const text = (await readHead(sql, storeKey, head)).toString('utf8')
  const kept = recents.contents.get(head.sha256)
  if (kept) kept.text = text
  return text
}

/** Keeps what a head holds. */
export function keepRecent(sha256: string, bytes: Buffer, text: string | null): void {
  if (bytes.length > LARGEST_KEPT) return
  forget(sha256)
  recents.contents.set(sha256, { bytes, text, usedAt: Date.now() })
  recents.size += sizeOf(bytes)
  for (const oldest of recents.contents.keys()) {
    if (recents.size <= MAX_KEPT) break
    forget(oldest)
  }
  recents.timer ??= setTimeout(dropOld, TTL_MS).unref()
}

/** Drops all of them: something was redacted. */
export function clearRecents(): void {
  recents.contents.clear()
  recents.size = 0
}

async function readHead(
  sql: Sql,
  storeKey: number,
  { sha256, headSequence: sequence }: Pick<LiveMemoryRow, 'sha256' | 'headSequence'>,
): Promise<Buffer> {
  const bytes = await readContent(sql, storeKey, sequence)
  if (bytes) keepRecent(sha256, bytes, null)
  return bytes ?? utf8Bytes('')
}

function use(sha256: string): Recent | undefined {
  const recent = recents.contents.get(sha256)
  if (!recent) return undefined
  recent.usedAt = Date.now()
  recents.contents.delete(sha256)
  recents.contents.set(sha256, recent)
  return recent
}

function dropOld(): void {
  const now = Date.now()
  for (const [sha256, { usedAt }] of recents.contents) {
    if (now - usedAt < TTL_MS) break
    forget(sha256)
  }
  recents.timer = recents.contents.size > 0 ? setTimeout(dropOld, TTL_MS).unref() : null
}

function forget(sha256: string): void {
  const recent = recents.contents.get(sha256)
  if (!recent) return
  recents.contents.delete(sha256)
  recents.size -= sizeOf(recent.bytes)
}

/** With the text that may come to it. */
const sizeOf = (bytes: Buffer) => 2 * bytes.length
