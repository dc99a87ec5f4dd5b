import { LRUCache } from 'lru-cache'
import { db, turn } from '@/lib/db'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { perProcess } from '@/lib/per-process'
import { unlessRefused } from '@/lib/refusal'
import { type BlamedText, blamedNext } from '@/lib/text/blame'
import { writersOf } from './actors'
import { getMemory } from './memories'
import type { Writer } from './model/actor'
import type { Version, VersionText } from './model/model'
import { isSound } from './model/sound'
import { getStore } from './stores'
import { getVersion } from './versions'

/** A version that wrote lines. */
export interface BlamedVersion extends Version {
  by: Writer
  /** why, as whoever wrote it says; null: it was written by itself */
  batch: { kind: string; message: string | null } | null
}

/** Where a copied line is blamed further: the memory that was copied, as it stood then. */
export interface CopiedFrom {
  storeId: string
  storeName: string
  versionId: string
}

/** Consecutive lines of one version, brought back by the same if they were gone. */
export interface BlameRun {
  /** the first line, from 1 */
  line: number
  lines: readonly string[]
  version: BlamedVersion
  /** what last brought them back by undoing or restoring; null: they were never gone */
  broughtBackBy: BlamedVersion | null
  /** a version that cannot be read, redacted or damaged, may have written them before */
  isOrEarlier: boolean
  /** null: they were written in this store, or what was copied is gone */
  copiedFrom: CopiedFrom | null
}

/** Whose a line is. */
interface LineWriter {
  versionId: string
  isOrEarlier: boolean
}

/** The lines of a memory after one of its versions. */
interface BlamedAt {
  text: BlamedText<LineWriter> | null
  /** whether what came right before could not be read, or anything before */
  isUnread: boolean
  isSomeUnread: boolean
  /** when a version up to this one was last redacted, in milliseconds */
  redactedAt: number
}

const MAX_KEPT_CHARACTERS = 16_000_000

/** Results from which later versions go on, by the version that they end with. */
const kept = perProcess(
  'blame',
  () =>
    new LRUCache<string, BlamedAt>({
      max: 200,
      maxSize: MAX_KEPT_CHARACTERS,
      sizeCalculation: ({ text }) =>
        (text?.texts ?? []).reduce((sum, line) => sum + line.length + 1, 1),
    }),
)

/** Forgets all results: a text that is redacted may stand in them. */
export function forgetBlame(): void {
  kept.clear()
}

const VERSIONS_A_STATEMENT = 100

/**
 * The version that wrote each line of a version, across renames, deletions and copies; what undoing
 * or restoring brings back is of who wrote it. Refuses `version_not_found`, `version_damaged`.
 */
export async function blame(of: { storeId: string; versionId: string }): Promise<BlameRun[]> {
  const blamed = await getVersion(of, 'full')
  if (blamed.content === null) return []
  const { text } = await blamedUpTo(blamed)
  return text ? runsOf(of.storeId, text) : []
}

/** The lines of a memory after a version, from the nearest earlier result on. */
async function blamedUpTo({ memoryId, sequence }: Version): Promise<BlamedAt> {
  const versions = await db.version.findMany({
    where: { memoryId, sequence: { lte: sequence } },
    select: { id: true, sequence: true, redactedAt: true, rewrittenAt: true },
    orderBy: { sequence: 'asc' },
  })
  const redacted = new Map<string, number>()
  let redactedAt = 0
  for (const { id, ...at } of versions) {
    redactedAt = Math.max(redactedAt, +(at.redactedAt ?? 0), +(at.rewrittenAt ?? 0))
    redacted.set(id, redactedAt)
  }
  // A result from before a redaction, by any process, tells of what is gone.
  const known = versions.findLast(({ id }) => kept.get(id)?.redactedAt === redacted.get(id))
  let state = kept.get(known?.id ?? '') ?? NOTHING
  const read = (last: { sequence: number } | undefined, take: number) =>
    db.version.findMany({
      where: { memoryId, sequence: { gt: (last ?? known)?.sequence ?? 0, lte: sequence } },
      orderBy: { sequence: 'asc' },
      take,
      omit: { content: false },
      ...WITH_BATCH,
    })
  for await (const rows of pagesOf(VERSIONS_A_STATEMENT, read)) {
    for (const row of rows) {
      state = stateAfter(state, row)
      await turn()
    }
    const last = rows.at(-1)?.id ?? ''
    kept.set(last, { ...state, redactedAt: redacted.get(last) ?? 0 })
  }
  return state
}

const WITH_BATCH = { include: { batch: { select: { kind: true, message: true } } } } as const

const NOTHING: BlamedAt = { text: null, isUnread: false, isSomeUnread: false, redactedAt: 0 }

/** Kinds of batches that bring lines back, which stay of those who wrote them. */
const BRINGING_BACK: ReadonlySet<string> = new Set(['restore', 'undo'])

function stateAfter(
  state: BlamedAt,
  row: VersionText & { batch: { kind: string } | null },
): BlamedAt {
  if (row.operation === 'deleted') return state
  const { id: versionId, content } = row
  if (row.redactedAt || !isSound(row) || content === null) {
    return { ...state, isUnread: true, isSomeUnread: true }
  }
  const bringsBack = BRINGING_BACK.has(row.batch?.kind ?? '')
  // What it brought back may be of any version that is not known any more.
  const isOrEarlier = state.isUnread || (bringsBack && state.isSomeUnread)
  const writer = { versionId, isOrEarlier }
  const text = blamedNext(state.text, { content, writer, bringsBack })
  return { ...state, text, isUnread: false }
}

async function runsOf(
  storeId: string,
  { texts, lines }: BlamedText<LineWriter>,
): Promise<BlameRun[]> {
  const told = lines.flatMap(({ writer, broughtBackBy }) => [
    writer.versionId,
    ...(broughtBackBy ? [broughtBackBy.versionId] : []),
  ])
  const versions = await versionsOf(told)
  const copied = [...versions.values()].find(isFirstOfCopy)
  const copiedFrom = copied ? await unlessRefused(originOf(storeId, copied)) : null
  const runs: (BlameRun & { lines: string[] })[] = []
  for (const [index, { writer, broughtBackBy }] of lines.entries()) {
    const version = versions.get(writer.versionId)
    // Its store is being purged.
    if (!version) continue
    const back = versions.get(broughtBackBy?.versionId ?? '') ?? null
    const text = texts[index] ?? ''
    const last = runs.at(-1)
    if (last?.version === version && last.broughtBackBy === back) {
      last.lines.push(text)
      continue
    }
    runs.push({
      line: index + 1,
      lines: [text],
      version,
      broughtBackBy: back,
      isOrEarlier: writer.isOrEarlier,
      copiedFrom: version === copied ? copiedFrom : null,
    })
  }
  return runs
}

async function versionsOf(ids: readonly string[]): Promise<Map<string, BlamedVersion>> {
  const rows = await rowsOf(ids, (some) =>
    db.version.findMany({ where: { id: { in: some } }, ...WITH_BATCH }),
  )
  const writerOf = await writersOf(rows)
  return new Map(rows.map((row) => [row.id, { ...row, by: writerOf(row) }]))
}

/** Returns whether a copy's memory begins with a version. */
const isFirstOfCopy = ({ batch, ordinal }: BlamedVersion) => batch?.kind === 'copy' && ordinal === 1

/** Where the version came from with which a memory of a copy begins; null: that is gone. */
async function originOf(copyId: string, { path }: Version): Promise<CopiedFrom | null> {
  const { copiedFromId: storeId, copiedFromSequence: at } = await getStore(copyId)
  if (storeId === null || at === null || path === null) return null
  const { name: storeName } = await getStore(storeId)
  const { versionId } = await getMemory({ storeId, path, at }, 'basic')
  return { storeId, storeName, versionId }
}
