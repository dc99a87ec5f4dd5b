import { padded, type Reader, turn } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import type { Operation } from '@/lib/db/generated/sqlite/enums'
import { chunked, groupedBy } from '@/lib/text/lists'
import type { DoneBy } from '../actors'
import type { Memory } from '../model/model'
import { isSound } from '../model/sound'

/** A version without its text, as a link of its memory's history. */
export interface Link extends DoneBy {
  id: string
  memoryId: string
  sequence: number
  operation: Operation
  path: string | null
  sha256: string | null
  redactedAt: Date | null
  createdAt: Date
}

const linkFields = {
  id: true,
  memoryId: true,
  sequence: true,
  operation: true,
  path: true,
  sha256: true,
  redactedAt: true,
  createdAt: true,
  actorType: true,
  actorId: true,
  sessionId: true,
} as const

/** What a memory held; null: it was not there. */
export interface Text {
  path: string
  content: string
}

/** Why the text of a version cannot be told. */
export type Unreadable = 'redacted' | 'damaged'

const MEMORIES_A_STATEMENT = 50
const TEXTS_A_STATEMENT = 200

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

/** The memories that a condition is met by for some of the values; in pages, others are let in between. */
export async function heldWith(
  reader: Reader,
  values: readonly string[],
  whereOf: (some: string[]) => MemoryWhere,
): Promise<Held[]> {
  const found: Held[] = []
  for (const some of chunked(values, TEXTS_A_STATEMENT)) {
    const where = whereOf(padded(some))
    found.push(...(await reader.memory.findMany({ where, omit: { content: false } })))
    await turn()
  }
  return found
}

type MemoryWhere = Pick<Prisma.MemoryWhereInput, 'storeId' | 'id' | 'path' | 'sha256'>

/** The memories with these ids, in their order; those that are not there are left out. */
export async function heldMemories(reader: Reader, ids: readonly string[]): Promise<Held[]> {
  const rows = await heldWith(reader, ids, (some) => ({ id: { in: some } }))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Each memory's versions from one of its numbers on, and the one before that; oldest first, by the
 * memory's id.
 */
export async function linksFrom(
  reader: Reader,
  storeId: string,
  numbers: ReadonlyMap<string, number>,
): Promise<Map<string, Link[]>> {
  const links: Link[] = [...(await linksUntil(reader, storeId, [...numbers.values()])).values()]
  for (const some of chunked([...numbers], MEMORIES_A_STATEMENT)) {
    const OR = padded(some).map(([memoryId, gte]) => ({ memoryId, sequence: { gte } }))
    const orderBy = { sequence: 'asc' as const }
    links.push(...(await reader.version.findMany({ where: { OR }, orderBy, select: linkFields })))
    await turn()
  }
  return groupedBy(links, ({ memoryId }) => memoryId)
}

/** The versions that stood until these numbers of a store's changes, by their memories' ids. */
export async function linksUntil(
  reader: Reader,
  storeId: string,
  numbers: readonly number[],
): Promise<Map<string, Link>> {
  const found = new Map<string, Link>()
  for (const some of chunked(numbers, TEXTS_A_STATEMENT)) {
    const where = { storeId, untilSequence: { in: padded(some) } }
    const rows = await reader.version.findMany({ where, select: linkFields })
    for (const row of rows) found.set(row.memoryId, row)
    await turn()
  }
  return found
}

/** The texts of versions, each read once. */
export class Texts {
  private readonly contents = new Map<string, string | null>()

  constructor(private readonly reader: Reader) {}

  /** Reads what is not read yet. */
  async read(links: readonly (Link | null)[]): Promise<void> {
    const ids = links.flatMap((link) => {
      const isWanted = link && link.operation !== 'deleted' && !this.contents.has(link.id)
      return isWanted ? [link.id] : []
    })
    for (const some of chunked([...new Set(ids)], TEXTS_A_STATEMENT)) {
      const rows = await this.reader.version.findMany({
        where: { id: { in: padded(some) } },
        select: { id: true, content: true },
      })
      for (const { id, content } of rows) this.contents.set(id, content)
      await turn()
    }
  }

  /** What a version that was read says its memory held. */
  of(link: Link | null): Text | null | Unreadable {
    if (!link || link.operation === 'deleted') return null
    if (link.redactedAt || link.path === null || link.sha256 === null) return 'redacted'
    const content = this.contents.get(link.id) ?? null
    if (content === null || !isSound({ content, sha256: link.sha256 })) return 'damaged'
    return { path: link.path, content }
  }
}

export const isUnreadable = <T>(text: T | Unreadable): text is Unreadable =>
  typeof text === 'string'

/** The content of a text that can be told. */
export const contentOf = (text: Text | null | Unreadable): string | null =>
  text === null || isUnreadable(text) ? null : text.content
