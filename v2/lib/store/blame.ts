import { LRUCache } from 'lru-cache'
import { db, padded, turn } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import { type BlamedText, blamedNext } from '@/lib/text/blame'
import { chunked } from '@/lib/text/lists'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import type { Version, VersionText } from './model/model'
import { versionNotFound } from './model/problems'
import { isSound, soundText } from './model/sound'
import { memoryAt } from './past'
import { getStore } from './stores'

/** A version that wrote lines. */
export interface BlamedVersion extends Version {
  by: Writer
}

/** Where a copied line is blamed further: the memory that was copied, as it stood then. */
export interface CopiedFrom {
  storeId: string
  /** null: that store is gone */
  storeName: string | null
  /** the last change of it that the copy has */
  sequence: number
  path: string
  /** null: the memory is gone */
  versionId: string | null
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
  /** null: they were written in this store */
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
export async function blame({
  storeId,
  versionId,
}: {
  storeId: string
  versionId: string
}): Promise<BlameRun[]> {
  const blamed = await db.version.findUnique({
    where: { id: versionId },
    omit: { content: false },
  })
  if (!blamed || blamed.storeId !== storeId) throw versionNotFound(storeId, versionId)
  if (soundText(blamed, versionId) === null) return []
  const { text } = await blamedUpTo(blamed)
  return text ? runsOf(storeId, text) : []
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
  for (let after = known?.sequence ?? 0; after < sequence;) {
    const rows = await db.version.findMany({
      where: { memoryId, sequence: { gt: after, lte: sequence } },
      include: { batch: { select: { kind: true } } },
      omit: { content: false },
      orderBy: { sequence: 'asc' },
      take: VERSIONS_A_STATEMENT,
    })
    for (const row of rows) {
      state = stateAfter(state, row)
      await turn()
    }
    const last = rows.at(-1)
    if (last) kept.set(last.id, { ...state, redactedAt: redacted.get(last.id) ?? 0 })
    after = last?.sequence ?? sequence
  }
  return state
}

const NOTHING: BlamedAt = { text: null, isUnread: false, isSomeUnread: false, redactedAt: 0 }

/** Kinds of batches that bring lines back, which stay of those who wrote them. */
const BRINGING_BACK: ReadonlySet<string> = new Set(['restore', 'undo', 'review'])

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
  const versions = await versionsOf([...new Set(told)])
  const origins = await originsOf(storeId, [...versions.values()])
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
      copiedFrom: origins.get(version.id) ?? null,
    })
  }
  return runs
}

async function versionsOf(ids: readonly string[]): Promise<Map<string, WritingVersion>> {
  const found: WritingVersion[] = []
  for (const some of chunked(ids, VERSIONS_A_STATEMENT)) {
    const rows = await db.version.findMany({
      where: { id: { in: padded(some) } },
      include: { batch: { select: { kind: true } } },
    })
    const writerOf = await writersOf(rows)
    found.push(...rows.map((row) => ({ ...row, by: writerOf(row) })))
  }
  return new Map(found.map((version) => [version.id, version]))
}

interface WritingVersion extends BlamedVersion {
  batch: { kind: string } | null
}

/** Where the versions came from with which a copy begins, by id. */
async function originsOf(
  storeId: string,
  versions: readonly WritingVersion[],
): Promise<Map<string, CopiedFrom>> {
  const copied = versions.filter(({ batch, ordinal }) => batch?.kind === 'copy' && ordinal === 1)
  const origins = new Map<string, CopiedFrom>()
  if (copied.length === 0) return origins
  const { copiedFromId, copiedFromSequence: sequence } = await getStore(storeId)
  if (copiedFromId === null || sequence === null) return origins
  const named = { where: { id: copiedFromId, deletedAt: null }, select: { name: true } }
  const storeName = (await db.store.findUnique(named))?.name ?? null
  for (const { id, path } of copied) {
    if (path === null) continue
    const isThere = storeName !== null
    const origin = isThere && (await memoryAt({ storeId: copiedFromId, path }, sequence))
    const versionId = origin ? origin.id : null
    origins.set(id, { storeId: copiedFromId, storeName, sequence, path, versionId })
  }
  return origins
}
