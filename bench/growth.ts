import { statSync } from 'node:fs'
import path from 'node:path'
import { createBackup } from '@/lib/backup/backup'
import { jobEnded } from '@/lib/jobs/jobs'
import { blame, forgetBlame } from '@/lib/store/blame'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { readLog } from '@/lib/store/log'
import { copyStore } from '@/lib/store/copies'
import { listMemories } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { density } from '@/lib/store/moments'
import { headsAt } from '@/lib/store/past'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import { search, searchHistory } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import { treeOf } from '@/lib/store/tree'
import { drain } from './client'
import { fillStore, textOf } from './fill'
import { inside, newPlace, type Place, serve } from './ground'
import { type Aims, clocked, inTurns, ownProcessor, type Row, rowOf, type Side } from './harness'
import '@/lib/work'

/** How what is read and done grows with a store and with a memory's history. */

const BYTES = 4_096
/** Of the largest there are 100,000 versions. */
const MEMORIES = [100, 2_000, 10_000] as const
const VERSIONS = [50, 250, 1_000] as const
const OFTEN = { rounds: 5, runs: 3, warmUp: 3 }
const ONCE = { rounds: 3, warmUp: 1 }

const BLAME_MS = 100
const EXPORT_MS = 2_000
const PLAN_MS = 2_000
const DONE_MS = 12_000
const COPY_MS = 10_000
const BACKUP_MS = 15_000

export async function growth(): Promise<Row[]> {
  const place = await newPlace('sqlite')
  const stores: string[] = []
  const rows = await inside(place, async () => {
    for (const memories of MEMORIES) {
      stores.push(await fillStore({ memories, versions: 10, bytes: BYTES }))
    }
    return [...(await ofStores(stores)), ...(await ofHistories()), ...(await ofLongWork(stores))]
  })
  return [...rows, await exported(place, stores.at(-1) ?? ''), await backedUp(place)]
}

/** The same question to each size, the smallest as anchor. */
async function ofStores(stores: readonly string[]): Promise<Row[]> {
  const questions: Record<string, (storeId: string, last: number) => Promise<unknown>> = {
    'page of a list': (storeId) => listMemories({ storeId, depth: 1, limit: 100 }, 'basic'),
    tree: (storeId) => treeOf(storeId),
    'moment of half of the changes': (storeId, last) => headsAt(storeId, last / 2),
    'tree then': (storeId, last) => treeOf(storeId, Math.floor(last / 2)),
    'search without a hit': (storeId) => search({ storeId, query: 'nowhere', limit: 20 }),
    'search of the history': (storeId) => searchHistory({ storeId, query: 'nowhere', limit: 20 }),
    log: (storeId) => readLog({ storeId, limit: 50 }),
    'time bar': (storeId) => density(storeId, 240),
  }
  const rows: Row[] = []
  for (const [name, question] of Object.entries(questions)) {
    const sides: Side[] = []
    for (const [at, storeId] of stores.entries()) {
      const { lastSequence } = await getStore(storeId)
      const act = () => question(storeId, lastSequence)
      sides.push({ name: `${name}, ${MEMORIES[at]} memories`, act, processor: ownProcessor })
    }
    rows.push(...(await inTurns(sides, OFTEN)))
  }
  return rows
}

async function ofHistories(): Promise<Row[]> {
  const { id: storeId } = await createStore({ name: 'histories' })
  const sides: Side[] = []
  for (const versions of VERSIONS) {
    const lines = textOf(versions, BYTES).split('\n')
    const made = { storeId, path: `/${versions}.md`, content: lines.join('\n') }
    const { id: memoryId } = await createMemory(made, BY_PERSON)
    let versionId = ''
    for (let edit = 2; edit <= versions; edit++) {
      lines[edit % lines.length] = `edit ${edit}`
      const change = { storeId, memoryId, content: lines.join('\n') }
      versionId = (await updateMemory(change, BY_PERSON)).versionId
    }
    const act = () => {
      forgetBlame()
      return blame({ storeId, versionId })
    }
    const aims: Aims = { p95: BLAME_MS }
    sides.push({ name: `blame, ${versions} versions`, act, processor: ownProcessor, aims })
  }
  return inTurns(sides, ONCE)
}

/** Plan, restore and copy of two thousand memories. */
async function ofLongWork([, storeId = '']: readonly string[]): Promise<Row[]> {
  const ask = { kind: 'restore', at: MEMORIES[1] } as const
  const planning: number[] = []
  const doing: number[] = []
  const copying: number[] = []
  for (let round = 0; round < ONCE.rounds; round++) {
    copying.push(
      await clocked(async () => {
        const { id } = await copyStore({ storeId, name: `copy ${round}` }, BY_PERSON)
        await jobEnded(id)
      }),
    )
    let hash = ''
    planning.push(
      await clocked(async () => {
        hash = (await planOf(storeId, ask)).plan.hash
      }),
    )
    let batchId: string | null = null
    doing.push(
      await clocked(async () => {
        const done = await doPlan(storeId, ask, { hash }, BY_PERSON)
        batchId = 'batchId' in done ? done.batchId : null
      }),
    )
    // So that the next round has as much to do.
    const undo = { kind: 'undo', ...(batchId !== null && { batchId }) } as const
    await doPlan(storeId, undo, { hash: (await planOf(storeId, undo)).plan.hash }, BY_PERSON)
  }
  const of = `${MEMORIES[1]} memories`
  return [
    rowOf(`copy of ${of}`, copying, { aims: { p50: COPY_MS } }),
    rowOf(`plan of a restore of ${of}`, planning, { aims: { p50: PLAN_MS } }),
    rowOf(`restore of ${of}`, doing, { aims: { p50: DONE_MS } }),
  ]
}

/** An export of the largest store over HTTP. */
async function exported(place: Place, storeId: string): Promise<Row> {
  const { url, secret, processor, stop } = await serve(place)
  const act = () => drain(`${url}/v1/memory_stores/${storeId}/export?format=zip`, secret)
  const aims: Aims = { p50: EXPORT_MS }
  const side = { name: `export of ${MEMORIES[2]} memories`, act, processor, aims }
  const [row] = await inTurns([side], ONCE)
  await stop()
  if (!row) throw new Error('the export was not measured')
  return row
}

/** A backup of half a gigabyte. */
async function backedUp({ databaseUrl, folder }: Place): Promise<Row> {
  const file = databaseUrl.slice('file:'.length)
  const took = await clocked(() => createBackup(file, path.join(folder, 'backup.db.gz')))
  return rowOf(`backup of ${Math.round(statSync(file).size / 1e6)} MB`, [took], {
    aims: { p50: BACKUP_MS },
  })
}
