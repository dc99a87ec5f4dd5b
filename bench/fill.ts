import { turn, write } from '@/lib/db'
import { createStore } from '@/lib/store/change-stores'
import { newId } from '@/lib/text/ids'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import { parentPath } from '@/lib/text/memory-path'

/** Stores as people have them after a year, written in bulk: some changes at a time, again and again. */

const WORDS =
  'the deploy pipeline runs on main after review keep cache warm ask before changing tokens notes of customers and budgets in the second quarter'.split(
    ' ',
  )

/** A text of some size in lines of nine words; the same for the same number. */
export function textOf(number: number, bytes: number): string {
  let seed = number * 2_654_435_761 + 1
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
  const lines: string[] = []
  for (let size = 0; size < bytes; size += lines.at(-1)?.length ?? 0) {
    lines.push(Array.from({ length: 9 }, () => WORDS[next() % WORDS.length]).join(' '))
  }
  return `memory ${number}\n${lines.join('\n')}\n`
}

/** Forty areas of ten topics. */
const pathOf = (number: number) => `/area-${number % 40}/topic-${number % 400}/note-${number}.md`

export interface Filling {
  memories: number
  /** of each memory */
  versions: number
  bytes: number
}

const ROWS_A_STATEMENT = 100

const YEAR_MS = 365 * 86_400_000

/** Changes that are made at a time, and the pause between two of them. */
const TOGETHER = 20
const PAUSE_MS = 10_000

/** Makes a store of memories with their histories; returns its id. */
export async function fillStore({ memories, versions, bytes }: Filling): Promise<string> {
  const { id: storeId } = await createStore({ name: `${memories} × ${versions}` })
  const begun = Date.now() - YEAR_MS
  const ids = Array.from({ length: memories }, (_, number) => newId('mem', begun + number))
  let heads: ReturnType<typeof versionOf>[] = []
  for (let ordinal = 1; ordinal <= versions; ordinal++) {
    heads = ids.map((memoryId, number) =>
      versionOf(storeId, memoryId, { number, ordinal, memories, versions, bytes, begun }),
    )
    // All heads first: a version refers to its memory.
    if (ordinal === 1)
      await inParts(heads, (rows) =>
        write((tx) => tx.memory.createMany({ data: rows.map(headOf) })),
      )
    await inParts(heads, (data) => write((tx) => tx.version.createMany({ data })))
  }
  await inParts(versions === 1 ? [] : heads, (rows) =>
    write(async (tx) => {
      for (const row of rows) {
        const { id, storeId: _, createdAt: __, ...data } = headOf(row)
        await tx.memory.update({ where: { id }, data, select: { id: true } })
      }
    }),
  )
  const byteSize = heads.reduce((sum, { size }) => sum + size, 0)
  const data = { lastSequence: memories * versions, memoryCount: memories, byteSize }
  await write((tx) => tx.store.update({ where: { id: storeId }, data }))
  return storeId
}

function versionOf(
  storeId: string,
  memoryId: string,
  at: Filling & { number: number; ordinal: number; begun: number },
) {
  const { number, ordinal, memories, versions } = at
  const sequence = (ordinal - 1) * memories + number + 1
  const lines = textOf(number, at.bytes).split('\n')
  for (let edit = 2; edit <= ordinal; edit++) lines[edit % lines.length] = `edited ${edit} times`
  const content = lines.join('\n')
  return {
    id: newId('memver', at.begun + sequence),
    storeId,
    sequence,
    untilSequence: ordinal === versions ? null : sequence + memories,
    memoryId,
    ordinal,
    operation: ordinal === 1 ? ('created' as const) : ('modified' as const),
    path: pathOf(number),
    sha256: sha256Hex(content),
    size: utf8Size(content),
    createdAt: new Date(at.begun + sinceBegun(sequence, memories * versions)),
    actorType: 'user' as const,
    actorId: 'user_local',
    side: 'person' as const,
    content,
  }
}

function sinceBegun(sequence: number, last: number): number {
  const times = Math.ceil(last / TOGETHER)
  const within = (sequence - 1) % TOGETHER
  const time = (sequence - 1 - within) / TOGETHER
  return (time / times) * (YEAR_MS - TOGETHER * PAUSE_MS) + within * PAUSE_MS
}

const headOf = (version: ReturnType<typeof versionOf>) => ({
  id: version.memoryId,
  storeId: version.storeId,
  path: version.path,
  folder: parentPath(version.path),
  versionId: version.id,
  sequence: version.sequence,
  ordinal: version.ordinal,
  sha256: version.sha256,
  size: version.size,
  createdAt: version.createdAt,
  updatedAt: version.createdAt,
  content: version.content,
})

async function inParts<T>(
  rows: readonly T[],
  take: (part: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    await take(rows.slice(at, at + ROWS_A_STATEMENT))
    await turn()
  }
}
