import { createSession } from '@/lib/agent/create-session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { compressAll } from '@/lib/store/background/version-compressor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR, type Cause } from '@/lib/store/model/actor'
import { fill } from './store-size'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }

const STEPS_PER_MOMENT = 500

/** Writes that share commits. */
const AT_ONCE = 100

export async function ofMemories(db: Database, size: number): Promise<Record<string, string>> {
  return { store: await fill(db, size) }
}

/** A memory of some lines, one of which every version changes. */
export async function ofVersions(db: Database, size: number): Promise<Record<string, string>> {
  const { id: storeId } = await createStore(db, { name: 'of versions' })
  const steps = Array.from({ length: size }, (_, number): HistoryStep => {
    const lines = Array.from({ length: 20 }, (_, line) => `${line}: what was learned about it`)
    lines[number % 20] = `${number % 20}: learned in version ${number}`
    return { op: 'write', path: '/notes/a.md', content: `${lines.join('\n')}\n` }
  })
  for (let from = 0; from < size; from += STEPS_PER_MOMENT) {
    const some = steps.slice(from, from + STEPS_PER_MOMENT)
    await applyMoment(db, { storeId, batch: { kind: 'seed' }, steps: some, cause })
  }
  await compressAll(db)
  const { versions } = await listVersions(db, { storeId, limit: 2 })
  const [newest, before] = versions
  return {
    store: storeId,
    memory: newest?.memoryId ?? '',
    version: newest?.id ?? '',
    before: before?.id ?? '',
  }
}

/** Stores with three memories each. */
export async function ofStores(db: Database, size: number): Promise<Record<string, string>> {
  let store = ''
  for (let from = 0; from < size; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, at) => from + at)
    await Promise.all(
      numbers.map(async (number) => {
        const { id: storeId } = await createStore(db, { name: `Store ${number}` })
        store = storeId
        for (const name of ['a', 'b', 'c']) {
          const content = `note ${name} of ${number}: deploy, cluster and budget\n`
          await createMemory(db, { storeId, path: `/notes/${name}.md`, content, cause })
        }
      }),
    )
  }
  await compressAll(db)
  return { store }
}

export async function ofSessions(db: Database, size: number): Promise<Record<string, string>> {
  const { id: storeId } = await createStore(db, { name: 'of sessions' })
  let session = ''
  for (let from = 0; from < size; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, at) => from + at)
    await Promise.all(
      numbers.map(async (number) => {
        const opened = await createSession(db, {
          title: `Session ${number}`,
          settings: { model: PRACTICE_MODEL },
          stores: [{ storeId }],
          openedBy: LOCAL_USER_ACTOR,
        })
        session = opened.id
      }),
    )
  }
  return { store: storeId, session }
}
