import { createSession } from '@/lib/agent/create-session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { keepDue } from '@/lib/store/background/blame-keeper'
import { scanByNewRules } from '@/lib/review/background/scan-by-new-rules'
import { compressAll } from '@/lib/store/background/version-compressor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { talkOf } from './conversation'
import { addCosts, numbers, pathOf, SCRIPT, words, write } from './fill'
import type { FilledServer, Ground } from './ground'
import { type About, questionsOf } from './growth-questions'
import { clocked, turns } from './measure'
import { part } from './part'
import { counted, median, percentile, type Row, withRatios } from './row'
import { storeWith } from './store-size'

/**
 * Growth from the smallest size to the largest, above which docs/benchmarks.md names it, or it is
 * mended.
 */
const MAX_GROWTH = 2

/** Below it processor time is counted too coarsely to be compared; milliseconds. */
const MIN = 5

/** A million memories and events as well, whose filling takes minutes. */
export const LARGEST = {
  memories: '1000,100000,1000000',
  versions: '10,1000,100000',
  events: '198,999996',
}

/** Measures each page, endpoint and tool command by the size of what it is about. */
export const growthPart = part(
  {
    /** of one store */
    memories: [[1_000, 100_000], [200]],
    /** of one memory */
    versions: [[10, 1_000, 10_000], [3]],
    stores: [[1, 1_000, 10_000], [2]],
    sessions: [[100, 100_000], [2]],
    /** of one session */
    events: [[198, 49_998], [12]],
    rounds: [5, 1],
    runs: [6, 1],
    /** of a server on each filled database */
    starts: [3, 1],
    /** limit on the questions about each of these */
    questions: [Infinity, 2],
  },
  async ({ memories, versions, stores, sessions, events, ...often }, ground) => {
    const kinds: Kind[] = [
      { what: 'memories', sizes: memories, fill: ofMemories },
      { what: 'versions', sizes: versions, fill: ofVersions },
      {
        what: 'stores',
        sizes: stores,
        fill: ofStores,
        afterwards: { group: 'scanning a thousand stores by new rules', run: scanByNewRules },
      },
      { what: 'sessions', sizes: sessions, fill: ofSessions },
      { what: 'events', sizes: events, fill: ofEvents },
    ]
    const rows: Row[] = []
    for (const kind of kinds) {
      rows.push(...(await ground.apart((own) => growthOf(own, kind, often))))
    }
    return rows
  },
)

/** Something that there can be many of. */
interface Kind {
  what: string
  sizes: readonly number[]
  /** fills a database to a size; returns the ids that the questions are about */
  fill: (db: Database, size: number) => Promise<About>
  /** what the server does with them by itself; left out: nothing that is measured */
  afterwards?: { group: string; run: (db: Database) => Promise<void> }
}

interface Often {
  rounds: number
  runs: number
  starts: number
  questions: number
}

interface Filled extends FilledServer<About> {
  name: string
  /** milliseconds that a thousand took to fill in */
  fillMs: number
  /** and what was done with a thousand then */
  afterwardsMs: number
}

async function growthOf(
  ground: Ground,
  { what, sizes, fill, afterwards }: Kind,
  { rounds, runs, starts, questions }: Often,
): Promise<Row[]> {
  const filled: Filled[] = []
  for (const size of sizes) {
    let [fillMs, afterwardsMs] = [0, 0]
    const server = await ground.filled(async (db) => {
      const begun = performance.now()
      const about = await fill(db, size)
      const filledAt = performance.now()
      fillMs = ((filledAt - begun) / size) * 1000
      await afterwards?.run(db)
      afterwardsMs = ((performance.now() - filledAt) / size) * 1000
      return about
    }, starts)
    const name = counted(size, what)
    process.stderr.write(`filled in ${name}\n`)
    filled.push({ ...server, name, fillMs, afterwardsMs })
  }
  const rows = [...compared(filled.map(fillRow)), ...compared(filled.map(startRow))]
  if (afterwards) {
    const { group } = afterwards
    rows.push(
      ...compared(filled.map((each) => ({ group, name: each.name, p50: each.afterwardsMs }))),
    )
  }
  const names = Object.keys(questionsOf(what, '', filled[0]?.about ?? {})).slice(0, questions)
  for (const question of names) {
    const sides = filled.map(({ name, server, about }) => {
      let asked = 0
      const ask = clocked(async () => questionsOf(what, server.url, about)[question]?.(++asked))
      return { name, server, ask }
    })
    for (const { ask } of sides) await ask()
    const measured = await turns(sides, rounds, async ({ server, ask }) => {
      const before = server.processorTime()
      const times: number[] = []
      while (times.length < runs) times.push(await ask())
      return { times, processorMs: server.processorTime() - before }
    })
    rows.push(...compared(measured.map(({ name, figures }) => answerRow(question, name, figures))))
  }
  return rows
}

/** Row of the time to fill in a thousand. */
const fillRow = ({ name, fillMs }: Filled): Row => ({
  ...{ group: 'filling in a thousand', name, p50: fillMs },
})

/** Row of the server's start with them. */
function startRow({ name, starts }: Filled): Row {
  const processor = median(starts.map(({ processorMs }) => processorMs)).toFixed(0)
  return {
    ...{ group: 'from the start of the server to /readyz', name },
    p50: median(starts.map(({ ms }) => ms)),
    note: `${processor} ms of the processor; median of ${starts.length}`,
  }
}

/** Row of the processor time that an answer takes, with the time that the caller waits. */
function answerRow(
  question: string,
  name: string,
  rounds: readonly { times: number[]; processorMs: number }[],
): Row {
  const times = rounds.flatMap((round) => round.times)
  const processor = rounds.reduce((sum, { processorMs }) => sum + processorMs, 0)
  return {
    ...{ group: `processor time: ${question}`, name, p50: processor / times.length },
    note: `answered in ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`,
  }
}

/** A row of each size against the smallest; what grows beyond the aim says so. */
function compared(rows: readonly Row[]): Row[] {
  return withRatios(rows).map((row) =>
    (row.ratio ?? 0) > MAX_GROWTH && (row.p50 ?? 0) > MIN
      ? { ...row, note: [row.note, `above ${MAX_GROWTH}×`].filter(Boolean).join('; ') }
      : row,
  )
}

async function ofMemories(db: Database, size: number): Promise<About> {
  return { store: await storeWith(db, size) }
}

/** A memory of some lines, one of which every version changes. */
async function ofVersions(db: Database, size: number): Promise<About> {
  const { id: store } = await createStore(db, { name: 'of versions' })
  const lines = numbers(20).map((line) => `${line}: what was learned about it`)
  await write(db, store, numbers(size), (number) => {
    const changed = lines.with(number % 20, `${number % 20}: learned in version ${number}`)
    return { path: '/notes/a.md', content: `${changed.join('\n')}\n` }
  })
  await keepDue(db)
  const { versions } = await listVersions(db, { storeId: store, limit: 2 })
  const [newest, before] = versions
  if (!newest || !before) throw new Error('nothing was written')
  return { store, memory: newest.memoryId, version: newest.id, before: before.id }
}

/** Creations that share commits. */
const AT_ONCE = 100

async function each(size: number, create: (number: number) => Promise<string>): Promise<string> {
  let last = ''
  for (let from = 0; from < size; from += AT_ONCE) {
    const some = numbers(Math.min(AT_ONCE, size - from), from)
    last = (await Promise.all(some.map(create))).at(-1) ?? ''
  }
  return last
}

/** Stores with three memories each. */
async function ofStores(db: Database, size: number): Promise<About> {
  const store = await each(size, async (number) => {
    const { id: storeId } = await createStore(db, { name: `Store ${number}` })
    for (const name of ['a', 'b', 'c']) {
      const content = `note ${name} of ${number}: deploy, cluster and budget\n`
      await createMemory(db, { storeId, path: `/notes/${name}.md`, content, cause: SCRIPT })
    }
    return storeId
  })
  await compressAll(db)
  return { store }
}

/** Memories of the store that all sessions read of. */
const READ = 200

async function ofSessions(db: Database, size: number): Promise<About> {
  const { id: store } = await createStore(db, { name: 'of sessions' })
  await write(db, store, numbers(READ), (number) => ({
    path: pathOf(number),
    content: `${words(number, 300).join(' ')}\n`,
  }))
  const session = await each(size, async (number) => {
    const { id } = await createSession(db, {
      title: `Session ${number}`,
      settings: { model: PRACTICE_MODEL },
      stores: [{ storeId: store }],
      openedBy: LOCAL_USER_ACTOR,
    })
    return id
  })
  await addCosts(db, store)
  return { store, session }
}

async function ofEvents(db: Database, size: number): Promise<About> {
  return { session: await talkOf(db, size) }
}
