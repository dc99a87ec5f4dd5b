import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import type { MemoryChange, MemoryText } from '../model/memory-change'
import { withoutOwnChanges } from '../undo/take-back'
import type { MemoryChain } from '../contents/memory-chains'
import { type ContentSource, historyOf, textsOfEach } from '../undo/undo-rollbacks'

/**
 * The net change of one memory by some of its versions, the own ones: their lines only, even if
 * others wrote in between. `after` is the last own version, `before` the same without the own
 * changes.
 */
export interface OwnChange extends MemoryChange<MemoryText> {
  /** the own versions of it, oldest first */
  versionIds: string[]
  /** the sequence of the last own version */
  through: number
  /** who changed it after that; null: no one */
  changedSince: { by: Actor; at: number } | null
  /**
   * Set if a content needed to compute this was redacted; then both sides are null, and `path` is
   * all that is known. `by` and `at` are those of the newest redaction.
   */
  redacted: { by: Actor; at: number; path: string | null } | null
  /** whether a content needed to compute this is damaged; then both sides are null */
  isDamaged: boolean
}

/** The own versions of a memory: from the first to the last, both sequences. */
export interface OwnSpan {
  since: number
  until: number
  isOwn: ReadonlySet<number>
}

/** A memory whose own versions' net change is wanted. */
export interface OwnVersions {
  chain: MemoryChain
  own: OwnSpan
}

/** The net change of a memory by its own versions; both sides are equal if it has none. */
export async function ownChange(
  source: ContentSource & { sql: Sql },
  chain: MemoryChain,
  own: OwnSpan,
): Promise<OwnChange> {
  const [change] = await ownChanges(source, [{ chain, own }])
  if (!change) throw new Error('a memory without its change')
  return change
}

/** The same of several memories, in their order; their contents are read together. */
export async function ownChanges(
  source: ContentSource & { sql: Sql },
  wanted: readonly OwnVersions[],
): Promise<OwnChange[]> {
  const upTo = wanted.map(({ chain, own }) =>
    chain.versions.filter(({ sequence }) => sequence <= own.until),
  )
  const histories = wanted.map(({ chain: { memory }, own }, at) =>
    historyOf({ memory, versions: upTo[at] ?? [] }, own.isOwn, own.since),
  )
  const texts = await textsOfEach(source.sql, source, histories)
  const changes: OwnChange[] = []
  for (const [at, each] of wanted.entries()) {
    changes.push(changeOf(each, upTo[at] ?? [], texts[at] ?? { obstacle: 'redacted' }))
    await source.maybeYield()
  }
  return changes
}

type Texts = Awaited<ReturnType<typeof textsOfEach>>[number]

function changeOf(
  { chain: { memory, versions }, own }: OwnVersions,
  upTo: MemoryChain['versions'],
  texts: Texts,
): OwnChange {
  const newest = versions.at(-1)
  const about = {
    memoryId: memory.id,
    versionIds: upTo.flatMap(({ id, sequence }) => (own.isOwn.has(sequence) ? [id] : [])),
    through: own.until,
    changedSince:
      newest && newest.sequence > own.until
        ? { by: { type: newest.actorType, id: newest.actorId }, at: newest.createdAt }
        : null,
  }
  if ('obstacle' in texts) {
    const isDamaged = texts.obstacle === 'damaged'
    const redacted = isDamaged ? null : redactionOf(memory.path, upTo)
    return { ...about, before: null, after: null, redacted, isDamaged }
  }
  const before = withoutOwnChanges(texts.found, texts.steps)
  const after = texts.steps.at(-1)?.state ?? null
  return { ...about, before, after, redacted: null, isDamaged: false }
}

/** The newest redaction among versions, with a path that another of them still has. */
function redactionOf(
  path: string | null,
  versions: MemoryChain['versions'],
): OwnChange['redacted'] {
  const known = versions.findLast((version) => version.path !== null)?.path ?? path
  const newest = versions
    .filter((version) => version.redactedAt !== null)
    .sort((one, other) => (one.redactedAt ?? 0) - (other.redactedAt ?? 0))
    .at(-1)
  if (!newest?.redactedByType || newest.redactedById === null) {
    throw new Error('a version without content was not redacted')
  }
  return {
    by: { type: newest.redactedByType, id: newest.redactedById },
    at: newest.redactedAt ?? 0,
    path: known,
  }
}
