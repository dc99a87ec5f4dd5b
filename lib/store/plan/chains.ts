import type { Reader } from '@/lib/db'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { groupedBy } from '@/lib/text/lists'
import type { Memory, Version } from '../model/model'
import { isSound } from '../model/sound'
import { versionTexts } from '../versions'
import type { Planning } from './kinds'

/** What a memory held; null: it was not there. */
export interface Text {
  path: string
  content: string
}

/** Why the text of a version cannot be told. */
export type Unreadable = 'redacted' | 'damaged'

const MEMORIES_A_STATEMENT = 50

/** The rows of a plan go by the age of their memories, which ids have in them. */
export const byAge = ([one]: [string, unknown], [other]: [string, unknown]) =>
  one < other ? -1 : 1

/** A memory with its text, as it is stored. */
export type Held = Memory & { content: string | null }

/** What a memory holds now. */
export function textNow({ path, sha256, content }: Held): Text | null | Unreadable {
  if (path === null) return null
  return content !== null && isSound({ content, sha256 }) ? { path, content } : 'damaged'
}

/** The memories with these ids, in their order; those that are not there are left out. */
export async function heldMemories(reader: Reader, ids: readonly string[]): Promise<Held[]> {
  const rows = await rowsOf(ids, (some) =>
    reader.memory.findMany({ where: { id: { in: some } }, omit: { content: false } }),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Each memory's versions from one of its numbers on, and the one before that; oldest first, by the
 * memory's id.
 */
export async function versionsFrom(
  reader: Reader,
  storeId: string,
  numbers: ReadonlyMap<string, number>,
): Promise<Map<string, Version[]>> {
  const before = await versionsUntil(reader, storeId, numbers.values())
  const later = await rowsOf(
    numbers,
    (some) => {
      const OR = some.map(([memoryId, gte]) => ({ memoryId, sequence: { gte } }))
      return reader.version.findMany({ where: { OR }, orderBy: { sequence: 'asc' } })
    },
    { size: MEMORIES_A_STATEMENT },
  )
  return groupedBy([...before.values(), ...later], ({ memoryId }) => memoryId)
}

export const CHOSEN = { id: true, memoryId: true, sequence: true } as const

export type ChosenVersion = Pick<Version, keyof typeof CHOSEN>

const VERSIONS_A_STATEMENT = 1_000

/** The versions of a store after a number that have something in common, in their order. */
export async function changesAfter(
  { reader, store, only: memoryId, signal }: Planning,
  after: number,
  of: { sessionId?: string; batchId?: string },
): Promise<ChosenVersion[]> {
  const where = { ...of, ...(memoryId !== undefined && { memoryId }), storeId: store.id }
  const read = (last: ChosenVersion | undefined, take: number) =>
    reader.version.findMany({
      where: { ...where, sequence: { gt: last?.sequence ?? after } },
      orderBy: { sequence: 'asc' },
      take,
      select: CHOSEN,
    })
  const all: ChosenVersion[] = []
  for await (const rows of pagesOf(VERSIONS_A_STATEMENT, read, signal)) all.push(...rows)
  return all
}

/** The versions that stood until these numbers of a store's changes, by their memories' ids. */
export async function versionsUntil(
  reader: Reader,
  storeId: string,
  numbers: Iterable<number>,
): Promise<Map<string, Version>> {
  const rows = await rowsOf(numbers, (some) =>
    reader.version.findMany({ where: { storeId, untilSequence: { in: some } } }),
  )
  return new Map(rows.map((row) => [row.memoryId, row]))
}

/** The texts of versions, each read once. */
export class Texts {
  private readonly contents = new Map<string, string>()

  constructor(private readonly reader: Reader) {}

  /** Reads what is not read yet. */
  async read(versions: readonly (Version | null)[]): Promise<void> {
    const ids = versions.flatMap((each) => (each && !this.contents.has(each.id) ? each.id : []))
    const { reader } = this
    for (const [id, text] of await versionTexts(ids, { reader })) this.contents.set(id, text)
  }

  /** What a version that was read says its memory held. */
  of(version: Version | null): Text | null | Unreadable {
    if (!version || version.operation === 'deleted') return null
    const { id, path, redactedAt } = version
    if (redactedAt || path === null) return 'redacted'
    const content = this.contents.get(id)
    return content === undefined ? 'damaged' : { path, content }
  }
}

export const isUnreadable = <T>(text: T | Unreadable): text is Unreadable =>
  typeof text === 'string'

/** The content of a text that can be told. */
export const contentOf = (text: Text | null | Unreadable): string | null =>
  text === null || isUnreadable(text) ? null : text.content
