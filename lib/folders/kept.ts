import path from 'node:path'
import { db, type Tx } from '@/lib/db'
import { applySteps } from '@/lib/store/plan/steps'
import type { Step } from '@/lib/store/plan/plan'
import { redactedTextsOf, withoutRedacted } from '@/lib/store/redact/known'
import { isRefusal } from '@/lib/refusal'
import { type Change, change } from '@/lib/store/write/change'
import { decodeUtf8, isUtf8Text, sha256Hex } from '@/lib/text/content'
import type { BaseRow, Head } from './reconcile'
import { CONFLICT_AHEAD, noteRows } from './rows'
import { isKept, isKeptOf, MAX_BYTES, putBack, removeEmptied } from './safe-file'
import { BY_MERGE, byFolder, isLeftFor, mergedText, type Taking } from './take-in'
import type { Kept } from './write-back'

/**
 * Files that we put beside others, met by a look: those of writes that were killed go, and a former file is
 * looked at once more. If it holds what nobody has yet, that is taken in. Answers whether anything was.
 */
export async function lookAtKept(
  at: Taking & { kept: Map<string, Kept> },
  own: readonly string[],
  sides: () => Promise<{ rows: BaseRow[]; heads: Head[] }>,
): Promise<boolean> {
  let isTaken = false
  for (const name of own) {
    if (name.endsWith('.new')) await at.disk.unlink(name).catch(() => {})
    else if (isKept(name)) isTaken = (await lookAtOne(at, name, sides)) || isTaken
  }
  const standing = new Set(own)
  for (const [name, { until }] of at.kept) {
    if (!standing.has(name) && until < Date.now()) at.kept.delete(name)
  }
  return isTaken
}

/** Answers whether the kept file held something that the store, or the disk, has only now. */
async function lookAtOne(
  at: Taking & { kept: Map<string, Kept> },
  name: string,
  sides: () => Promise<{ rows: BaseRow[]; heads: Head[] }>,
): Promise<boolean> {
  const known = at.kept.get(name)
  if (known && known.until > Date.now()) return false
  const read = await at.disk.read(name, MAX_BYTES)
  if (read.kind !== 'bytes') return false
  const isOurs = read.sha256 === known?.sha256
  const place = isOurs ? 'known' : await placeFor(name, read.sha256, await sides())
  at.kept.delete(name)
  if (place === 'known') {
    await at.disk.unlink(name).catch(() => {})
    // It was the last that stood there.
    await removeEmptied(at.disk, name)
    return false
  }
  if (typeof place === 'string') return putBack(at.disk, name, place)
  // What the store does not take is the only copy of what somebody wrote.
  const isTaken = isUtf8Text(read.bytes) && (await takeOnto(at, place, read.bytes))
  if (!isTaken) return putBack(at.disk, name, recoveredName(name, read.sha256))
  await at.disk.unlink(name).catch(() => {})
  return true
}

const recoveredName = (name: string, sha256: string) =>
  path.posix.join(path.posix.dirname(name), `recovered-${sha256.slice(0, 8)}.md`) as `/${string}`

type Onto = { head: Head; row: BaseRow | null }

/** Where what a kept file holds belongs: onto a live memory, or to a name on the disk. */
async function placeFor(
  name: string,
  sha256: string,
  { rows, heads }: { rows: BaseRow[]; heads: Head[] },
): Promise<'known' | `/${string}` | Onto> {
  const row = rows.find(({ path: of }) => isKeptOf(name, of)) ?? null
  const head = heads.find((each) => isKeptOf(name, each.path) || each.memoryId === row?.memoryId)
  const memoryId = head?.memoryId ?? row?.memoryId
  if (memoryId !== undefined) {
    const where = { memoryId, sha256 }
    if (await db.version.findFirst({ where, select: { id: true } })) return 'known'
  }
  if (head) return { head, row }
  return row ? ((row.name ?? row.path) as `/${string}`) : recoveredName(name, sha256)
}

/** Answers whether the store took it. */
async function takeOnto(
  { store, connectionId }: Taking,
  { head, row }: Onto,
  bytes: Buffer,
): Promise<boolean> {
  const content = await withoutRedacted(await redactedTextsOf(store.id), decodeUtf8(bytes))
  const base = await versionBefore(head, row)
  const text = await mergedText(content, head, base)
  const own: Step = { op: 'write', path: head.path, content, expected: head.sha256 }
  const both = async (c: Change) => {
    await applySteps(c, [own])
    if (text === null) return noteOver(c.tx, connectionId, row, base)
    const merged: Step = { ...own, content: text, expected: sha256Hex(content) }
    await applySteps({ ...c, cause: BY_MERGE }, [merged])
  }
  try {
    await change(store.id, byFolder(connectionId), both, { batch: { kind: 'folder' } })
    return true
  } catch (error) {
    if (isRefusal(error) && isLeftFor(error)) return false
    throw error
  }
}

/** The row still tells of what stands there: once the kept text is written in its place, that is a conflict. */
async function noteOver(
  tx: Tx,
  connectionId: string,
  row: BaseRow | null,
  base: string | null,
): Promise<void> {
  if (!row) return
  const { memoryId: _, ...last } = row
  const problem = `${CONFLICT_AHEAD}${base ?? ''}`
  await noteRows(tx, connectionId, [{ row: { ...last, problem }, was: null }])
}

/** What both the kept text and the head come from: the version before the one that was written there. */
async function versionBefore({ memoryId, versionId }: Head, row: BaseRow | null) {
  if (row && row.versionId !== versionId) return row.versionId
  const before = await db.version.findMany({
    where: { memoryId },
    orderBy: { sequence: 'desc' },
    take: 2,
    select: { id: true },
  })
  return before[1]?.id ?? null
}
