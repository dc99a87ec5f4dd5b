import { turn } from '@/lib/db'
import type { LiveMemory } from '@/lib/store/model/model'
import type { Aim } from '@/lib/store/plan/aims'
import { ancestorPaths } from '@/lib/text/memory-path'
import { type Conflict, decide, type Decision, merged } from './decide'
import type { Standing } from './replay'
import { type Base, type Told, versionsOf } from './sides'
import { type LeftReason, type Source, type Text, textOf } from './source'

/** What becomes of one memory, by hashes alone. */
export interface Draft {
  kind: Decision['kind'] | 'rename'
  path: string
  memory: LiveMemory | null
  /** null: the source has nothing there, or the memory keeps its text */
  text: Text | null
  base: Base | null
  /** of a history: what its memory is called in the steps */
  key?: string
  reason?: Conflict | LeftReason | undefined
}

export type Heads = ReadonlyMap<string, LiveMemory>

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
  bases: ReadonlyMap<string, Base>,
  files: ReadonlyMap<string, Standing>,
  { left }: Source,
): Draft[] {
  const unread = new Set(left.filter(({ reason }) => UNREAD.has(reason)).map(({ path }) => path))
  const isUnread = (path: string) => [path, ...ancestorPaths(path)].some((at) => unread.has(at))
  return [...new Set([...files.keys(), ...bases.keys()])].map((path): Draft => {
    const { text = null } = files.get(path) ?? {}
    const [memory, base] = [heads.get(path) ?? null, bases.get(path) ?? null]
    const draft = { path, memory, text, base }
    if (!text && isUnread(path)) return { ...draft, kind: 'keep', reason: 'not_readable' }
    return { ...draft, ...decide(base, memory, text) }
  })
}

/** What could not be read is there all the same. */
const UNREAD: ReadonlySet<LeftReason> = new Set<LeftReason>([
  'link',
  'not_readable',
  'changed_while_read',
  'own_data',
  'too_large',
  'not_text',
  'encrypted',
  'damaged',
])

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

function aimOf(draft: Draft, versions: ReadonlyMap<string, Told>): Aim {
  const { kind, path, memory, text, base } = draft
  const head = versions.get(memory?.versionId ?? '')
  const now = head?.content ?? null
  const stored = now === null ? null : textOf(now)
  const aim = { memory, now, to: text && { path, ...text }, isMerged: false }
  if (kind === 'rename' && !text) {
    return stored ? { ...aim, to: { path, ...stored } } : { ...aim, obstacle: 'damaged' }
  }
  const from = versions.get(base?.versionId ?? '')?.content ?? null
  const both = kind === 'merge' && text ? merged(from, now, text.content) : null
  const merge = both === null ? null : textOf(both)
  if (merge) return { ...aim, to: { path, ...merge }, isMerged: true }
  if (kind !== 'merge' && kind !== 'conflict') return aim
  draft.reason ??= 'same_lines'
  const kept = stored && { path, ...stored }
  const conflict = { kept, by: head, at: head?.createdAt, ...(from !== null && { base: from }) }
  return { ...aim, conflict }
}
