import { db, padded, write } from '@/lib/db'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { allMemories } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { getStore } from '@/lib/store/stores'
import { change, type NewBatch } from '@/lib/store/write/change'
import { stateOf } from '@/lib/store/write/head'
import { writeVersions } from '@/lib/store/write/write-version'

/** An agent that calls with a key. */
export const AGENT: Cause = { actor: { type: 'api_key', id: 'apikey_agent' }, isAgent: true }

/** By what a refusal is known; anything else as it is. */
export const codeOf = (error: unknown) => (error as { code?: string }).code ?? error

/**
 * Writes texts at their paths in one transaction, as one moment; null deletes. Returns the versions in
 * this order.
 */
export function written(
  storeId: string,
  texts: Record<string, string | null>,
  { at, batch, by = BY_PERSON }: { at?: Date; batch?: NewBatch | string; by?: Cause } = {},
): Promise<Version[]> {
  const job = async (c: Parameters<Parameters<typeof change>[2]>[0]) => {
    // At once: asked for one by one, hundreds take longer on a busy machine than a transaction may.
    const where = { storeId, path: { in: padded(Object.keys(texts)) } }
    const there = new Map((await c.tx.memory.findMany({ where })).map((each) => [each.path, each]))
    const heads = Object.entries(texts).map(([path, content]) => {
      const to = content === null ? null : stateOf(path, content)
      return { memory: there.get(path) ?? null, to }
    })
    return (await writeVersions(c, heads)).map(({ version }) => version)
  }
  // Hundreds at once take a while where the machine does other work besides.
  return change(storeId, by, job, { ...(at && { at }), ...(batch && { batch }), isLong: true })
}

/** Writing memories one by one in a store, as its usual writer or another. */
export const writingIn = (storeId: string, usual: Cause) => ({
  create: (path: string, content: string, by = usual) =>
    createMemory({ storeId, path, content }, by),
  write: (memoryId: string, content: string, by = usual) =>
    updateMemory({ storeId, memoryId, content }, by),
  move: (memoryId: string, path: string, by = usual) =>
    updateMemory({ storeId, memoryId, path }, by),
  remove: (memoryId: string, by = usual) => removeMemory({ storeId, memoryId }, by),
})

/** Changes what is stored of a version, as a bad disk would, in both of its places. */
export async function damage(versionId: string): Promise<void> {
  const content = 'not what was written'
  await write(async (tx) => {
    await tx.version.update({ where: { id: versionId }, data: { content } })
    await tx.memory.updateMany({ where: { versionId }, data: { content } })
  })
}

/** Empties a version, as a redaction does. */
export async function empty(versionId: string): Promise<void> {
  const data = { content: null, path: null, sha256: null, size: null, redactedAt: new Date() }
  await write((tx) => tx.version.update({ where: { id: versionId }, data }))
}

/** The number at which a store stands. */
export async function numberOf(storeId: string): Promise<number> {
  return (await getStore(storeId)).lastSequence
}

/** All versions of a store with their texts and batches, the oldest first. */
export const versionsIn = (storeId: string) =>
  db.version.findMany({
    where: { storeId },
    orderBy: { sequence: 'asc' },
    omit: { content: false },
    include: { batch: true },
  })

/** What a store holds now, by path. */
export async function textsOf(storeId: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for await (const page of allMemories({ storeId })) {
    for (const { path, content } of page) texts[path] = content
  }
  return texts
}
