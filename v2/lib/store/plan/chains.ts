import { padded, type Reader, turn } from '@/lib/db'
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
  ordinal: number
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
  ordinal: true,
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

/** The memories with these ids, in their order; those that are not there are left out. */
export async function memoriesOf(reader: Reader, ids: readonly string[]): Promise<Memory[]> {
  const found = new Map<string, Memory>()
  for (const some of chunked(ids, TEXTS_A_STATEMENT)) {
    const rows = await reader.memory.findMany({ where: { id: { in: padded(some) } } })
    for (const row of rows) found.set(row.id, row)
    await turn()
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Each memory's versions from one of its ordinals on, oldest first, by its id. */
export async function linksFrom(
  reader: Reader,
  ordinals: ReadonlyMap<string, number>,
): Promise<Map<string, Link[]>> {
  const links: Link[] = []
  for (const some of chunked([...ordinals], MEMORIES_A_STATEMENT)) {
    const OR = some.map(([memoryId, from]) => ({ memoryId, ordinal: { gte: from } }))
    links.push(
      ...(await reader.version.findMany({
        where: { OR },
        orderBy: { sequence: 'asc' },
        select: linkFields,
      })),
    )
    await turn()
  }
  return groupedBy(links, ({ memoryId }) => memoryId)
}

/** The version of each memory that stood at a number of its store's changes, deletions too, by its id. */
export async function linksAt(
  reader: Reader,
  memoryIds: readonly string[],
  at: number,
): Promise<Map<string, Link>> {
  const found = new Map<string, Link>()
  for (const some of chunked(memoryIds, TEXTS_A_STATEMENT)) {
    const rows = await reader.version.findMany({
      where: {
        memoryId: { in: padded(some) },
        sequence: { lte: at },
        OR: [{ untilSequence: null }, { untilSequence: { gt: at } }],
      },
      select: linkFields,
    })
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
