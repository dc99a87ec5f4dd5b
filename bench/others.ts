import { setTimeout as pause } from 'node:timers/promises'
import { createStore } from '@/lib/store/change-stores'
import { createMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { ask, askJson, drain } from './client'
import { fillStore, textOf } from './fill'
import { inside, newPlace, serve } from './ground'
import { type Aims, clocked, type Row, rowOf, withRatios } from './harness'

/** How long others wait while something long goes on in a store of a hundred thousand versions. */

const FILLING = { memories: 10_000, versions: 10, bytes: 4_096 }
const SEEDED = 2_000
const AT_REST_MS = 10_000
const WARM_UPS = 50
const AIMS: Aims = { p95: 100, longest: 250 }

/** Stands in one memory of a hundred, in each of its versions. */
const SECRET = 'memory 42'

export async function others(): Promise<Row[]> {
  const place = await newPlace('sqlite')
  const { large, own, memoryId } = await inside(place, async () => {
    const { id } = await createStore({ name: 'of others' })
    const read = await createMemory({ storeId: id, path: '/read.md', content: 'read' }, BY_PERSON)
    return { large: await fillStore(FILLING), own: id, memoryId: read.id }
  })
  const { url, secret, stop } = await serve(place)
  const stores = `${url}/v1/memory_stores`
  let number = 0
  const probes: Record<string, () => Promise<unknown>> = {
    healthz: () => ask(`${url}/healthz`, secret),
    read: () => ask(`${stores}/${own}/memories/${memoryId}`, secret),
    write: () => {
      const body = { path: `/made/${++number}.md`, content: textOf(number, 1_024) }
      return ask(`${stores}/${own}/memories`, secret, { body })
    },
  }
  const of = (address: string) => drain(`${stores}/${large}${address}`, secret)
  const long: Record<string, () => Promise<unknown>> = {
    'export as zip': () => of('/export?format=zip'),
    'export with history': () => of('/export?format=jsonl&history=true'),
    'search of all history': () => of('/search?history=true&q=nowhere%20to%20be%20found'),
    'changes of a year': () => of(`/changes?from=${ago(365)}&to=${ago(0)}`),
    seeding: async () => {
      const lines = Array.from({ length: SEEDED }, (_, at) =>
        JSON.stringify({ path: `/seeded/${at}.md`, content: textOf(at, 4_096) }),
      )
      const body = { name: 'seeded' }
      const { id } = await askJson<{ id: string }>(stores, secret, { body })
      const raw = `${lines.join('\n')}\n`
      await ask(`${stores}/${id}/import?name=lines.jsonl&wait=true`, secret, { raw })
    },
    redaction: () =>
      ask(`${stores}/${large}/redact`, secret, { body: { text: SECRET, wait: true } }),
  }
  for (const call of Object.values(probes)) {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await call()
  }
  const rest = await during('at rest', probes, () => pause(AT_REST_MS))
  const rows = [...rest]
  for (const [name, act] of Object.entries(long)) {
    const busy = await during(name, probes, act, AIMS)
    rows.push(...busy.flatMap((row, at) => withRatios([rest[at] ?? row, row]).slice(1)))
  }
  await stop()
  return rows
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Asks each probe again and again while something goes on, and once more afterwards. */
async function during(
  name: string,
  probes: Readonly<Record<string, () => Promise<unknown>>>,
  act: () => Promise<unknown>,
  aims: Aims = {},
): Promise<Row[]> {
  const state = { isOver: false }
  const acting = clocked(act).finally(() => (state.isOver = true))
  const asked = Object.entries(probes).map(async ([probe, call]) => {
    const times: number[] = []
    do {
      times.push(await clocked(call))
      await pause(5)
    } while (!state.isOver)
    return rowOf(`${probe} during: ${name}`, times, { aims })
  })
  const [took, ...rows] = await Promise.all([acting, ...asked])
  process.stderr.write(`  ${name}: ${(took / 1_000).toFixed(1)} s\n`)
  return rows
}
