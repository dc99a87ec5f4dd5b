import { db } from '@/lib/db'
import { sha256Hex, utf8Size } from '@/lib/text/content'

/** What contradicts itself in a store: what `change()` writes is there together, or not at all. */
export async function contradictionsIn(storeId: string): Promise<string[]> {
  const found: string[] = []
  const expect = (isRight: boolean, words: string) => isRight || found.push(words)
  const store = await db.store.findUnique({ where: { id: storeId } })
  const order = { where: { storeId }, orderBy: { sequence: 'asc' } } as const
  const versions = await db.version.findMany({ ...order, omit: { content: false } })
  const events = await db.event.findMany(order)
  const memories = await db.memory.findMany({ where: { storeId }, omit: { content: false } })
  const numbers = [...versions, ...events].map(({ sequence }) => sequence).sort((a, b) => a - b)
  const whole = Array.from({ length: store?.lastSequence ?? 0 }, (_, index) => index + 1)
  expect(numbers.join() === whole.join(), 'the numbers have holes or doubles')
  const last = new Map<string, (typeof versions)[number]>()
  for (const version of versions) {
    const { id, memoryId, content, sha256, size, redactedAt, operation } = version
    const before = last.get(memoryId)
    expect(
      !before || before.untilSequence === version.sequence,
      `${id} does not end the one before`,
    )
    expect(version.ordinal === (before?.ordinal ?? 0) + 1, `${id} is not the next of its memory`)
    const isEmpty = operation === 'deleted' || redactedAt !== null
    const isWhole = content !== null && sha256Hex(content) === sha256 && utf8Size(content) === size
    expect(isEmpty ? content === null : isWhole, `${id} does not hold what it says`)
    last.set(memoryId, version)
  }
  for (const { id, path, versionId, content, sha256, folder } of memories) {
    const head = last.get(id)
    expect(head?.id === versionId && head.untilSequence === null, `${id} has another head`)
    expect(path === (head?.operation === 'deleted' ? null : (head?.path ?? null)), `${id}'s path`)
    expect(content === (head?.content ?? null) && sha256 === (head?.sha256 ?? null), `${id}'s text`)
    expect(folder === (path && path.slice(0, path.lastIndexOf('/'))), `${id}'s folder`)
  }
  const live = memories.filter(({ path }) => path !== null)
  const bytes = live.reduce((sum, { size }) => sum + (size ?? 0), 0)
  expect(store?.memoryCount === live.length && store.byteSize === bytes, 'the totals are wrong')
  return found
}
