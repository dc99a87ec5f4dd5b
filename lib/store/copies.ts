import { database, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import {
  addJob,
  begin,
  isAtItsEnd,
  type Job,
  leaseOfJob,
  registerJob,
  type Running,
} from '@/lib/jobs/jobs'
import { unlessRefused } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import { chunked } from '@/lib/text/lists'
import { addStore } from './change-stores'
import { actorOf, type Cause } from './model/actor'
import { MAX_MEMORY_BYTES } from './model/limits'
import { type Head, headsAt } from './past'
import { getStore } from './stores'
import { versionTexts } from './versions'
import { type Change, change, type NewBatch } from './write/change'
import { stateOf } from './write/head'
import { writeVersions } from './write/write-version'

/**
 * Makes a store with the memories of another one at a number of its changes, now unless given: a job, whose
 * result names the copy. Nobody sees it before it is whole; one that is stopped is purged.
 *
 * Refuses `store_not_found`, `invalid_input`.
 */
export async function copyStore(
  asked: { storeId: string; at?: number | undefined; name: string },
  cause: Cause,
): Promise<Job> {
  const origin = await getStore(asked.storeId)
  const sequence = Math.min(asked.at ?? origin.lastSequence, origin.lastSequence)
  const { description, metadata } = origin
  const copiedFrom = { storeId: origin.id, sequence }
  // Its own limits come last: what the origin holds has its place here, too.
  const limits = { memoryBytes: MAX_MEMORY_BYTES }
  const made = { name: asked.name, description, metadata, limits, copiedFrom }
  const job = await write(async (tx) => {
    const { id: copyId } = await addStore(tx, made)
    return addJob(tx, { kind: 'copy', storeId: origin.id, input: { copyId, at: sequence } }, cause)
  })
  return begin(job)
}

registerJob('copy', async (job, running) => {
  const copyId = job.input.copyId as string
  try {
    return await fill(copyId, job, running)
  } catch (error) {
    if (isAtItsEnd(running.signal)) {
      const purge = { kind: 'purge', input: { storeId: copyId } } as const
      const by = causeOf(job)
      // Refused where another has the job by now, and may have shown the copy to everybody.
      begin(await change(copyId, by, ({ tx }) => addJob(tx, purge, by), { whenHidden: 'allow' }))
    }
    throw error
  }
})

const causeOf = (job: Job): Cause => {
  return { actor: actorOf(job), isAgent: false, lease: leaseOfJob(job.id) }
}

const MEMORIES_A_TRANSACTION = 20

async function fill(copyId: string, job: Job, running: Running) {
  const { signal } = running
  // A kill may follow right after it was shown: whatever became of it since is left so.
  const shown = await unlessRefused(getStore(copyId), 'store_not_found')
  if (shown) return { store_id: copyId, memories: shown.memoryCount, damaged: 0 }
  const origin = await getStore(job.storeId ?? '')
  const heads = await headsAt(origin.id, Number(job.input.at), { signal })
  const left = await notThere(copyId, heads)
  const where = { storeId: copyId, kind: 'copy' }
  const begun = await database().reader.batch.findFirst({ where, select: { id: true } })
  let batch: NewBatch | string = begun?.id ?? {
    kind: 'copy',
    reference: `${origin.id}@${Number(job.input.at)}`,
  }
  let damaged = 0
  let done = heads.length - left.length
  for (const some of chunked(left, MEMORIES_A_TRANSACTION)) {
    await running.report('copying', done, heads.length)
    const taken = await change(copyId, causeOf(job), (c) => takeIn(c, some), {
      batch,
      whenHidden: 'allow',
    })
    batch = taken.batchId
    damaged += some.length - taken.memories
    done += some.length
  }
  await change(copyId, causeOf(job), (c) => open(c, origin.id), { whenHidden: 'allow' })
  return { store_id: copyId, memories: heads.length - damaged, damaged }
}

/** What a copy that was interrupted lacks. */
async function notThere(copyId: string, heads: readonly Head[]): Promise<Head[]> {
  const where = { storeId: copyId }
  const rows = await database().reader.memory.findMany({ where, select: { path: true } })
  const paths = new Set(rows.map(({ path }) => path))
  return heads.filter(({ path }) => !paths.has(path))
}

async function takeIn(c: Change, heads: readonly Head[]) {
  // Within the change, whatever it waited for: a redaction may have been since.
  const ids = heads.map(({ versionId }) => versionId)
  const texts = await versionTexts(ids, { reader: c.tx })
  const created = heads.flatMap(({ path, versionId }) => {
    const content = texts.get(versionId)
    return content === undefined ? [] : [{ memory: null, to: stateOf(path, content) }]
  })
  await writeVersions(c, created)
  return { batchId: c.batchId ?? '', memories: created.length }
}

/** Gives a copy its origin's settings, rules and tests, and shows it to everybody. */
async function open({ tx, store, now }: Change, originId: string): Promise<void> {
  const { limits, rules } = await tx.store.findUniqueOrThrow({ where: { id: originId } })
  const tests = await tx.memoryTest.findMany({ where: { storeId: originId } })
  const taken = tests.map((test) => ({
    ...test,
    id: newId('mtest', now.getTime()),
    storeId: store.id,
    question: test.question as Prisma.InputJsonObject,
  }))
  if (taken.length > 0) await tx.memoryTest.createMany({ data: taken })
  const data = {
    limits: limits as Prisma.InputJsonObject,
    rules: rules as Prisma.InputJsonObject,
    deletedAt: null,
  }
  await tx.store.update({ where: { id: store.id }, data, select: { id: true } })
}
