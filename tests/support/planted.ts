import { database, write } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'
import { TEXT_COLUMNS } from '@/lib/db/generated/text-columns'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { flushReads, recordRead } from '@/lib/store/reads'
import { change } from '@/lib/store/write/change'

/** A text that stands nowhere else, and is written otherwise in JSON. */
export const CANARY = 'canary "4f9c\\2e7a" \u00fc\u{1f426}'

/** Rows with a text in every column of the schema that may hold one, all of one store. */
export async function plant(text: string): Promise<string> {
  const name = `of ${text}`
  const metadata = { [text]: text }
  const store = await createStore({ name, description: name, metadata })
  const storeId = store.id
  const by = { ...BY_PERSON, sessionId: 'sesn_seen', toolUseId: text, client: text }
  const path = `/deep/${text.replaceAll('\\', '')}`
  const live = await createMemory({ storeId, path: '/live.md', content: `one ${text}\n` }, by)
  await updateMemory({ storeId, memoryId: live.id, content: `two ${text} ${text}` }, by)
  const gone = await createMemory({ storeId, path: `${path}/gone.md`, content: text }, by)
  await removeMemory({ storeId, memoryId: gone.id }, by)
  const inSession = { ...BY_PERSON, sessionId: text }
  const named = await createMemory({ storeId, path: '/named.md', content: 'x' }, inSession)
  recordRead({ storeId, memoryId: named.id, id: named.versionId }, inSession)
  await flushReads()
  const memoryId = live.id
  const at = new Date()
  const actor = { actorType: 'user', actorId: 'user_local' } as const
  const json = { [`a ${text}`]: [{ value: text }] }
  const timed = { createdAt: at, updatedAt: at }
  await change(storeId, BY_PERSON, (c) => c.event({ type: 'moment', text: name }))
  await write(async (tx) => {
    await tx.store.update({ where: { id: storeId }, data: { rules: json } })
    await tx.memory.update({ where: { id: memoryId }, data: { folder: name } })
    await tx.version.updateMany({ where: { storeId }, data: { attribution: json } })
    const common = { storeId, ...actor, createdAt: at }
    await tx.batch.create({
      data: { ...common, id: 'batch_a', kind: 'seed', message: name, reference: name },
    })
    await tx.actor.create({
      data: { id: 'user_local', name, version: name, firstAt: at, lastAt: at },
    })
    const key = { id: 'user_local', name, secretHash: 'x', access: 'read', madeBy: 'dashboard' }
    await tx.apiKey.create({ data: { ...key, createdAt: at } })
    const job = { ...common, ...timed, kind: 'seed', state: 'failed', usage: {} }
    const ended = { input: json, result: json, error: name }
    await tx.job.create({ data: { ...job, ...ended, id: 'job_a' } })
    const sample = { jobId: 'job_a', cell: 'a', number: 1, answer: json, usage: {} }
    await tx.sample.create({ data: { ...sample, createdAt: at } })
    const asked = { id: 'mtest_a', name, question: json }
    await tx.memoryTest.create({ data: { ...common, ...timed, ...asked } })
    const seed = { id: 'seed_a', storeId, source: name, reference: name }
    await tx.seed.create({ data: { ...seed, ...timed } })
    await tx.seedEntry.create({ data: { seedId: 'seed_a', path: name, sha256: 'x' } })
    const folder = { id: 'folder_a', preset: 'folder', location: name, include: json, report: json }
    await tx.connection.create({ data: { ...common, ...folder } })
    const file = { connectionId: 'folder_a', path: name, name, sha256: 'x' }
    await tx.connectionEntry.create({ data: file })
    const seen = { id: 'sesn_seen', outerId: name, client: 'claude-code', version: name }
    const project = { project: name, firstPrompt: name, firstAt: at, lastAt: at }
    await tx.observedSession.create({ data: { ...seen, ...project } })
    const heard = { path: name, sessionId: 'sesn_seen', toolUseId: name, facts: json, at }
    await tx.heardWrite.create({ data: heard })
    const session = { id: 'sesn_a', title: name, settings: json, metadata, status: 'idle' }
    const state = { stopReason: json, queue: [json], usage: {}, ...actor, ...timed }
    await tx.session.create({ data: { ...session, ...state } })
    const attached = { sessionId: 'sesn_a', position: 0, storeId, isReadOnly: false }
    const words = { name, description: name, instructions: name, mountName: name }
    await tx.sessionStore.create({ data: { ...attached, ...words } })
    const body = { type: 'user.message', content: [{ type: 'text', text: name }] }
    const event = { id: 'sevt_a', sessionId: 'sesn_a', sequence: 1, type: body.type, body }
    await tx.sessionEvent.create({ data: { ...event, createdAt: at } })
    const held = { id: 'held_a', toolUseId: name, path: name, reason: json, message: name }
    const steps = [{ op: 'write', path: name, content: name, expected: null }]
    await tx.heldWrite.create({ data: { ...common, ...held, steps, client: name } })
    await tx.dismissedFlag.create({
      data: { ...common, memoryId, rule: 'secret', sequence: 1, reason: name },
    })
    const request = { id: 'ask_a', memoryId, versionId: 'x', fromLine: 1, toLine: 1, text: name }
    await tx.agentRequest.create({ data: { ...common, ...request } })
  })
  return storeId
}

/** The columns of all tables, also those that no schema marks, which hold a text in any spelling of ours. */
export async function columnsWith(text: string): Promise<string[]> {
  const { reader } = database()
  const tables = [...new Set(TEXT_COLUMNS.map(({ table }) => table)), 'Redaction', 'MemoryRead']
  const spellings = [text, JSON.stringify(text).slice(1, -1)]
  const found: string[] = []
  for (const table of [...tables, 'Lease', 'Cursor', 'Review']) {
    const name = Prisma.raw(`"${table}"`)
    const rows = await reader.$queryRaw<Record<string, unknown>[]>`SELECT * FROM ${name}`
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const written = typeof value === 'string' ? value : plain(value)
        if (spellings.some((each) => written.includes(each))) found.push(`${table}.${column}`)
      }
    }
  }
  return [...new Set(found)].sort()
}

const plain = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ??
  ''
