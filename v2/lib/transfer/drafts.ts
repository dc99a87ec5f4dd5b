import { db, padded, turn } from '@/lib/db'
import type { LiveMemory } from '@/lib/store/model/model'
import { isSound } from '@/lib/store/model/sound'
import type { Aim } from '@/lib/store/plan/aims'
import { ancestorPaths } from '@/lib/text/memory-path'
import { mergeTexts } from '@/lib/text/merge'
import type { Standing } from './replay'
import { type Left, type LeftReason, type Text, textOf } from './source'

/** What the source gave last at a path; `versionId`: the version with it, null: there is none. */
export interface Base {
  sha256: string
  versionId: string | null
}

export type Heads = ReadonlyMap<string, LiveMemory>
export type Bases = ReadonlyMap<string, Base>

/** The live memories of a store, by path. */
export async function headsOf(storeId: string, signal: AbortSignal): Promise<Heads> {
  return byPath(signal, async (path, page) => {
    const rows = await db.memory.findMany({ where: { storeId, path }, ...page })
    return rows as LiveMemory[]
  })
}

/** What a seed last gave, by path. */
export async function basesOf(seedId: string, signal: AbortSignal): Promise<Bases> {
  return byPath(signal, (path, page) => db.seedEntry.findMany({ where: { seedId, path }, ...page }))
}

const ROWS = 1_000
const PAGE = { orderBy: { path: 'asc' }, take: ROWS } as const

async function byPath<Row extends { path: string }>(
  signal: AbortSignal,
  read: (path: { gt: string }, page: typeof PAGE) => Promise<Row[]>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (let gt = ''; ;) {
    signal.throwIfAborted()
    const rows = await read({ gt }, PAGE)
    for (const row of rows) found.set(row.path, row)
    gt = rows.at(-1)?.path ?? ''
    if (rows.length < ROWS) return found
    await turn()
  }
}

/** What becomes of one memory, by hashes alone. */
export interface Draft {
  /** `merge`: both changed it, which is a conflict unless their texts merge */
  kind: 'create' | 'replace' | 'rename' | 'delete' | 'same' | 'keep' | 'merge' | 'conflict'
  path: string
  memory: LiveMemory | null
  /** null: the source has nothing there, or the memory keeps its text */
  text: Text | null
  base: Base | null
  /** of a history: what its memory is called in the operations */
  key?: string
  reason?: LeftReason
}

/** The row of a plan that a draft comes to. */
export const rowIdOf = ({ memory, path }: Pick<Draft, 'memory' | 'path'>) => memory?.id ?? path

/** What a history comes to, by memory, however often each was changed on the way. */
export function draftsOfHistory(heads: Heads, files: ReadonlyMap<string, Standing>): Draft[] {
  const standing = new Set([...files.values()].map(({ origin }) => origin))
  const gone = [...heads].filter(([path]) => !standing.has(path))
  return [
    ...gone.map(([path, memory]): Draft => {
      return { kind: 'delete', path, memory, text: null, base: null }
    }),
    ...[...files].map(([path, { id: key, sha256, text, origin }]): Draft => {
      const memory = origin === null ? null : (heads.get(origin) ?? null)
      const isSame = memory?.path === path && memory.sha256 === sha256
      const changed = memory?.path === path ? 'replace' : 'rename'
      const kind = isSame ? 'same' : memory ? changed : 'create'
      return { kind, path, memory, text, base: null, key }
    }),
  ]
}

/** The three-way comparison of every path that the source has, or had. */
export function draftsOfSnapshot(
  heads: Heads,
  bases: Bases,
  files: ReadonlyMap<string, Standing>,
  left: readonly Left[],
): Draft[] {
  // What could not be read is there all the same.
  const unread = new Set(left.map(({ path }) => path))
  const isUnread = (path: string) => [path, ...ancestorPaths(path)].some((at) => unread.has(at))
  return [...new Set([...files.keys(), ...bases.keys()])].map((path): Draft => {
    const { text = null } = files.get(path) ?? {}
    const [memory, base] = [heads.get(path) ?? null, bases.get(path) ?? null]
    const draft = { path, memory, text, base }
    if (!text && isUnread(path)) return { ...draft, kind: 'keep', reason: 'not_readable' }
    return { ...draft, ...decided(base, memory, text) }
  })
}

type Side = { sha256: string } | null

/**
 * The three-way rule over what a source gave last (`base`), what the store holds (`head`) and what the
 * source has now; null for a side with nothing. Nothing that was written in the store is lost by it.
 */
function decided(base: Side, head: Side, source: Side): Pick<Draft, 'kind' | 'reason'> {
  const isSame = (one: Side, other: Side) => one?.sha256 === other?.sha256
  if (isSame(head, source)) return { kind: 'same' }
  if (isSame(source, base)) return { kind: 'keep' }
  if (isSame(head, base)) return { kind: !source ? 'delete' : head ? 'replace' : 'create' }
  if (!source) return { kind: 'conflict', reason: 'gone_and_changed' }
  if (!head) return { kind: 'conflict', reason: 'changed_and_deleted' }
  return base ? { kind: 'merge' } : { kind: 'conflict', reason: 'other_text' }
}

const DRAFTS_A_TURN = 100

/** The aims of drafts that change something, with the texts that are to be compared. */
export async function aimsOf(drafts: readonly Draft[], signal: AbortSignal): Promise<Aim[]> {
  const aims: Aim[] = []
  for (let at = 0; at < drafts.length; at += DRAFTS_A_TURN) {
    signal.throwIfAborted()
    const some = drafts.slice(at, at + DRAFTS_A_TURN)
    const ids = some.flatMap(({ memory, base }) => [memory?.versionId, base?.versionId])
    const versions = await versionsOf(ids.filter((id) => typeof id === 'string'))
    aims.push(...some.map((draft) => aimOf(draft, versions)))
    await turn()
  }
  return aims
}

type Versions = Awaited<ReturnType<typeof versionsOf>>

/** Versions by id, with who wrote them; without their texts where these are damaged or redacted. */
async function versionsOf(ids: readonly string[]) {
  const rows = await db.version.findMany({
    where: { id: { in: padded([...new Set(ids)]) } },
    omit: { content: false },
  })
  return new Map(rows.map((row) => [row.id, isSound(row) ? row : { ...row, content: null }]))
}

function aimOf(draft: Draft, versions: Versions): Aim {
  const { kind, path, memory, text, base } = draft
  const head = versions.get(memory?.versionId ?? '')
  const now = head?.content ?? null
  const stored = now === null ? null : textOf(now)
  const aim = { memory, now, to: text && { path, ...text }, isMerged: false }
  if (kind === 'rename' && !text) {
    return stored ? { ...aim, to: { path, ...stored } } : { ...aim, obstacle: 'damaged' }
  }
  if (kind !== 'merge' && kind !== 'conflict') return aim
  const from = versions.get(base?.versionId ?? '')?.content ?? null
  if (kind === 'merge' && text && now !== null && from !== null) {
    const both = mergeTexts({ base: from, ours: now, theirs: text.content })
    const merged = both.clean ? textOf(both.text) : null
    if (merged) return { ...aim, to: { path, ...merged }, isMerged: true }
  }
  draft.reason ??= 'same_lines'
  const kept = stored && { path, ...stored }
  const conflict = { kept, by: head, at: head?.createdAt, ...(from !== null && { base: from }) }
  return { ...aim, conflict }
}
