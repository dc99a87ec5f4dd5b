import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { db, padded, turn, write } from '@/lib/db'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { ending, untilDone } from '@/lib/ending'
import { causeOf, log } from '@/lib/log'
import { perProcess, together } from '@/lib/per-process'
import { type Flag, type Flags, PATH_LINE, UNKNOWN } from '@/lib/scan/flag'
import { flagsOf, knownFlags } from '@/lib/scan/flags-of'
import { foundTexts, previewLines } from '@/lib/scan/masked'
import type { ScanRule } from '@/lib/scan/rules'
import { type Actor, actorOf, byActor, type Cause } from '@/lib/store/model/actor'
import type { LiveMemory, Memory } from '@/lib/store/model/model'
import { checkContent, versionNotFound } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores'
import { versionTexts } from '@/lib/store/versions'
import { splitLines } from '@/lib/text/lines'
import { chunked, groupedBy } from '@/lib/text/lists'
import { wholeStart } from '@/lib/text/long-text'

/** The flags of a store’s memories as they stand, and what people said of them. */

const HEAD = { id: true, versionId: true, sequence: true, path: true, sha256: true } as const

/** A live memory whose text is known by its hash alone. */
export type FlaggedMemory = Pick<LiveMemory, keyof typeof HEAD>

/** A person found that it is no problem. */
export interface Dismissal {
  reason: string
  by: Actor
  at: Date
}

/** Something in a memory or in its path, of which it never holds the text. */
export interface StoreFlag extends Flag {
  memory: FlaggedMemory
  /** null: it is for a person to look at */
  dismissed: Dismissal | null
}

/** How long a store’s flags are waited for; milliseconds. */
const WAIT_MS = 1_000

const MEMORIES_A_STATEMENT = 500

/** Texts that are held at once. */
const TEXTS_AT_ONCE = 20

/**
 * All flags of a store’s live memories, by path, and of how many texts none are known. What was not
 * scanned yet is scanned for a second at most, and on after that for who asks next. Refuses
 * `store_not_found`.
 */
export async function storeFlags(
  storeId: string,
): Promise<{ flags: StoreFlag[]; unknown: number }> {
  await getStore(storeId)
  const memories: FlaggedMemory[] = []
  const read = (last: FlaggedMemory | undefined, take: number) => {
    const where = { storeId, path: { gt: last?.path ?? '' } }
    const asked = { where, take, select: HEAD, orderBy: { path: 'asc' } } as const
    return db.memory.findMany(asked) as Promise<FlaggedMemory[]>
  }
  for await (const some of pagesOf(MEMORIES_A_STATEMENT, read)) memories.push(...some)
  await scanInTime(
    storeId,
    memories.filter((each) => !knownFlags(each)),
  )
  const flags: Omit<StoreFlag, 'dismissed'>[] = []
  let unknown = 0
  for (const some of chunked(memories, MEMORIES_A_STATEMENT)) {
    for (const memory of some) {
      const known = knownFlags(memory)
      if (!known?.isWhole) unknown++
      for (const flag of known?.found ?? []) flags.push({ ...flag, memory })
    }
    await turn()
  }
  return { flags: await withDismissals(flags), unknown }
}

const scans = () => perProcess('scans of stores', () => new Map<string, Promise<void>>())

/** Versions whose scan failed or took too long: for a while nobody waits for them again. */
const unanswered = () =>
  perProcess('unanswered scans', () => new LRUCache<string, true>({ max: 2_000, ttl: 60_000 }))

type ToScan = Pick<FlaggedMemory, 'id' | 'versionId'>

/** Waits for the scan of memories of a store, but not for long: there is one, whoever asks meanwhile. */
export async function scanInTime(storeId: string, memories: readonly ToScan[]): Promise<void> {
  const missing = memories.filter(({ versionId }) => !unanswered().has(versionId))
  if (missing.length === 0) return
  const scan = together(scans(), storeId, () =>
    untilDone(scanned(missing)).catch((error: unknown) =>
      log.warn('a store was not scanned', causeOf(error)),
    ),
  )
  await Promise.race([scan, setTimeout(WAIT_MS, undefined, { ref: false })])
}

/** One after the other: writes wait in the same queue. */
async function scanned(memories: readonly ToScan[]): Promise<void> {
  for (const some of chunked(memories, TEXTS_AT_ONCE)) {
    const where = { id: { in: padded(some.map(({ id }) => id)) } }
    const select = { versionId: true, path: true, content: true } as const
    for (const { versionId, path, content } of await db.memory.findMany({ where, select })) {
      if (ending().aborted) return
      if (path === null || content === null) continue
      await flagsOf({ path, content })
      if (!knownFlags({ path, content })) unanswered().set(versionId, true)
    }
  }
}

/** A flag with the memory, as it stands, that it is in. */
type Found = Flag & { memory: Pick<Memory, 'id' | 'versionId' | 'path'> }

/** Those flags of a memory's text, as it stands, that nobody dismissed. */
export async function withoutDismissed(
  memory: Found['memory'],
  flags: readonly Flag[],
): Promise<Flag[]> {
  const said = await withDismissals(flags.map((flag) => ({ ...flag, memory })))
  return flags.filter((_, at) => said[at]?.dismissed === null)
}

/**
 * Flags with what people said of them. A dismissal holds for a rule in a memory, on the lines that stood
 * then, for as long as the version that had them is not emptied.
 */
export async function withDismissals<F extends Found>(
  flags: readonly F[],
): Promise<(F & { dismissed: Dismissal | null })[]> {
  const keyOf = (memoryId: string, of: string | number) => `${memoryId} ${of}`
  const found = groupedBy(flags, ({ memory, rule }) => keyOf(memory.id, rule))
  const ids = flags.map(({ memory }) => memory.id)
  const rows = await rowsOf(ids, (some) =>
    db.dismissedFlag.findMany({ where: { memoryId: { in: some } } }),
  )
  const dismissed = new Map<F, Dismissal>()
  for (const some of chunked(rows, TEXTS_AT_ONCE)) {
    const where = some.map(({ storeId, sequence }) => ({ storeId, sequence }))
    const versions = await db.version.findMany({ where: { OR: where } })
    const heads = some.flatMap(({ memoryId, rule }) => found.get(keyOf(memoryId, rule))?.[0] ?? [])
    const headIds = heads.map(({ memory }) => memory.versionId)
    const texts = await versionTexts([...versions.map(({ id }) => id), ...headIds])
    const linesOf = (versionId: string) => splitLines(texts.get(versionId) ?? '')
    for (const row of some) {
      const then = versions.find(
        ({ memoryId, sequence }) => memoryId === row.memoryId && sequence === row.sequence,
      )
      if (!then || !texts.has(then.id)) continue
      const stood = new Set(linesOf(then.id))
      for (const flag of found.get(keyOf(row.memoryId, row.rule)) ?? []) {
        const lines = linesOf(flag.memory.versionId).slice(flag.line - 1, flag.toLine)
        const stands =
          flag.line === PATH_LINE
            ? then.path === flag.memory.path
            : lines.length > 0 && lines.every((line) => stood.has(line))
        const by = actorOf(row)
        if (stands) dismissed.set(flag, { reason: row.reason, by, at: row.createdAt })
      }
    }
  }
  return flags.map((flag) => ({ ...flag, dismissed: dismissed.get(flag) ?? null }))
}

/** What a rule found in a memory. */
export interface RuleInMemory {
  memory: FlaggedMemory
  flags: readonly [StoreFlag, ...StoreFlag[]]
  /** the line of the first, see `flaggedLine`; null: it is in the path, or not known any more */
  preview: string | null
}

/** What a rule found in a store, by path. */
export interface RuleInStore {
  rule: ScanRule
  /** the first of them */
  memories: RuleInMemory[]
  /** how many there are besides */
  more: number
}

const MOST_SHOWN = 200

/** A line from where something was found in it, or a little before; null: it is in no line. */
export function flaggedLine(content: string, flags: Flags, { line, fromColumn }: Flag) {
  const text = previewLines(content, flags)[line - 1]
  if (text === undefined) return null
  const from = Math.min(fromColumn, text.length) - 20
  const cut = fromColumn > MOST_SHOWN / 2 ? text.slice(Math.max(0, from)) : text.trim()
  return wholeStart(cut.replace(/^[\udc00-\udfff]/, ''), MOST_SHOWN)
}

/** Flags by rule, each with its first memories. */
export async function flagsByRule(
  flags: readonly StoreFlag[],
  mostMemories: number,
): Promise<RuleInStore[]> {
  const rules = [...groupedBy(flags, ({ rule }) => rule)].map(([rule, found]): RuleInStore => {
    const memories = [...groupedBy(found, ({ memory }) => memory.id).values()]
    const shown = memories
      .slice(0, mostMemories)
      .map((flags): RuleInMemory => ({ memory: flags[0].memory, flags, preview: null }))
    return { rule, memories: shown, more: memories.length - shown.length }
  })
  for (const some of chunked(
    rules.flatMap(({ memories }) => memories),
    TEXTS_AT_ONCE,
  )) {
    const texts = await versionTexts(some.map(({ memory }) => memory.versionId))
    for (const each of some) {
      const text = texts.get(each.memory.versionId)
      // Of all rules: a secret stands beside what another found.
      const known = knownFlags(each.memory) ?? UNKNOWN
      each.preview = text === undefined ? null : flaggedLine(text, known, each.flags[0])
    }
  }
  return rules
}

/** So many are looked for at once, each in all that a store has. */
const MOST_TEXTS = 50

/**
 * The texts that a rule found in a store’s memories and nobody dismissed, each once, the first 50. Refuses
 * `store_not_found`.
 */
export async function textsFound(storeId: string, rule: ScanRule): Promise<string[]> {
  const { flags } = await storeFlags(storeId)
  const open = flags.filter((flag) => flag.rule === rule && !flag.dismissed)
  const texts = new Set<string>()
  for (const some of chunked([...groupedBy(open, ({ memory }) => memory)], TEXTS_AT_ONCE)) {
    const contents = await versionTexts(some.map(([{ versionId }]) => versionId))
    for (const [{ path, versionId }, found] of some) {
      const content = contents.get(versionId) ?? ''
      for (const { text } of foundTexts({ path, content }, found)) texts.add(text)
    }
    if (texts.size >= MOST_TEXTS) break
  }
  return [...texts].slice(0, MOST_TEXTS)
}

/** A rule’s flags in a memory, as they were shown at a version. */
export interface ShownFlags {
  storeId: string
  memoryId: string
  versionId: string
  rule: ScanRule
}

/**
 * Says that what a rule found in a memory is no problem on the lines of a version: later lines are flagged
 * again. Only people do. Refuses `version_not_found`, `invalid_input`.
 */
export async function dismissFlags(
  { storeId, memoryId, versionId, rule }: ShownFlags,
  reason: string,
  { actor }: Cause,
): Promise<void> {
  checkContent(reason, 'reason')
  await write(async (tx) => {
    const version = await tx.version.findUnique({ where: { id: versionId } })
    if (version?.memoryId !== memoryId || version.storeId !== storeId) {
      throw versionNotFound(storeId, versionId)
    }
    const said = { storeId, sequence: version.sequence, reason, createdAt: new Date() }
    const where = { memoryId_rule: { memoryId, rule } }
    const create = { memoryId, rule, ...said, ...byActor(actor) }
    await tx.dismissedFlag.upsert({ where, create, update: create })
  })
}

/** Takes a dismissal back: what the rule finds in the memory is flagged again. */
export async function flagAgain(memoryId: string, rule: ScanRule): Promise<void> {
  await write((tx) => tx.dismissedFlag.deleteMany({ where: { memoryId, rule } }))
}
