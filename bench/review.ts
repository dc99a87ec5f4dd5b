import { readFileSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import { applyReview, undoReview } from '@/lib/review/decisions/apply-review'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { decideHunks, type HunkDecision } from '@/lib/review/decisions/decide-hunks'
import { countOpenChangesets, listChangesets } from '@/lib/review/changesets/list-changesets'
import { type Decision, hunkId } from '@/lib/review/model/hunk'
import { reviewDigest } from '@/lib/review/digest/review-digest'
import { reviewMetrics } from '@/lib/review/metrics/review-metrics'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { reachOf } from '@/lib/store/reads/reach'
import { prepare, scanner } from '@/scripts/prepare.mjs'
import { REAL_HISTORY, realHistoryFile } from '@/tests/support/real-history'
import { dryRunRows } from './dry-runs'
import { percentile, type Row, timed, withRatios } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'

interface Sizes {
  writes: number
  /** open changesets in the two inboxes */
  inboxes: readonly [number, number]
  pages: number
  /** memories of a changeset, and of the large one */
  memories: readonly [number, number]
  decisions: number
  /** decisions, and versions, that metrics, a digest and reach go through */
  past: number
  trays: number
  moments: number
  /** of an agent, on which rules are tried */
  changes: number
}

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const session = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_${name}` } })

/** What keeping, listing, deciding, applying and examining changesets costs. */
export const reviewPart = part<Sizes>(
  {
    full: {
      writes: 3_000,
      inboxes: [100, 100_000],
      pages: 200,
      memories: [50, 10_000],
      decisions: 400,
      past: 100_000,
      trays: 20,
      moments: REAL_HISTORY.moments,
      changes: 100_000,
    },
    smoke: {
      writes: 20,
      inboxes: [60, 200],
      pages: 3,
      memories: [5, 20],
      decisions: 10,
      past: 500,
      trays: 1,
      moments: 20,
      changes: 100,
    },
  },
  async (sizes) => {
    await prepare(scanner)
    const { folder, discard } = scratchFolder()
    const rows: Row[] = []
    const parts = [
      writeRows,
      inboxRows,
      changesetRows,
      historyRows,
      largeTextRows,
      dryRunRows,
      metricsRows,
    ]
    for (const [index, measure] of parts.entries()) {
      const db = await scratchDatabase(folder, `review${index}`)
      rows.push(...(await measure(db, sizes)))
      await db.close()
    }
    discard()
    return rows
  },
)

/** The same writes by a person, which need no review, and by an agent, turn by turn. */
async function writeRows(db: Database, { writes }: Sizes): Promise<Row[]> {
  const baseline = 'a person’s write'
  const writers = [
    { name: baseline, cause: PERSON, times: [] as number[] },
    { name: 'an agent’s, which joins its changeset', cause: session('writer'), times: [] },
  ]
  const { id: storeId } = await createStore(db, { name: 'Written' })
  const ids: string[] = []
  for (const { cause } of writers) {
    const path = `/${ids.length}.md`
    ids.push((await createMemory(db, { storeId, path, content: kilobyte(0), cause })).id)
  }
  for (let turn = 1; turn <= writes; turn++) {
    // Who goes first changes, so that neither always follows the other's flush.
    for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const writer = writers[place]
      if (!writer) continue
      const memoryId = ids[place] ?? ''
      const start = performance.now()
      await updateMemory(db, { storeId, memoryId, content: kilobyte(turn), cause: writer.cause })
      writer.times.push(performance.now() - start)
    }
  }
  const group = `keeping changesets: ${writes.toLocaleString('en')} writes of 1 kB each, one after the other, in turns`
  const rows = writers.map(({ name, times }) => ({ group, name, ...percentiles(times) }))
  return withRatios(rows, baseline, 'p50')
}

const kilobyte = (turn: number) =>
  `turn ${turn}\n${'- something to remember, word by word\n'.repeat(26)}`

const percentiles = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  note: `p95 ${percentile(times, 0.95).toFixed(2)} ms`,
})

const PAGE = 50

async function inboxRows(db: Database, { inboxes, pages }: Sizes): Promise<Row[]> {
  const rows: Row[] = []
  let filled = 0
  const { id: storeId } = await createStore(db, { name: 'Inbox' })
  for (const [place, open] of inboxes.entries()) {
    await fill(db, filled, open)
    if (filled === 0) await single(db)
    await touch(db, filled)
    filled = open
    const questions: Record<string, () => Promise<unknown>> = {
      'the first page': () => listChangesets(db, { state: 'open', limit: PAGE }),
      'the first page of a store': () =>
        listChangesets(db, { state: 'open', storeId, limit: PAGE }),
      'a page of one agent with 10': () =>
        listChangesets(db, { state: 'open', actorId: 'sesn_rare', limit: PAGE }),
      'that of a session': () => listChangesets(db, { sessionId: 'sesn_1', limit: PAGE }),
      'those with open comments, ten': () =>
        listChangesets(db, { state: 'open', comments: 'open', limit: PAGE }),
      'those of a path, ten': () =>
        listChangesets(db, { state: 'open', pathPrefix: '/rare/', limit: PAGE }),
      'those of a path, every one': () =>
        listChangesets(db, { state: 'open', pathPrefix: '/', limit: PAGE }),
      'those of an assignee, ten': () =>
        listChangesets(db, { state: 'open', assignee: LOCAL_USER_ACTOR, limit: PAGE }),
      'those that nobody has taken': () =>
        listChangesets(db, { state: 'open', assignee: 'nobody', limit: PAGE }),
      'those with secrets, ten': () =>
        listChangesets(db, { state: 'open', category: 'secret', limit: PAGE }),
      'the number in the sidebar': () => countOpenChangesets(db, 1_000),
    }
    for (const [question, ask] of Object.entries(questions)) {
      const group = `inbox: ${question}`
      const name = `${open.toLocaleString('en')} open changesets`
      const row: Row = { group, name, ...percentiles(await timesOfAsking(pages, ask)) }
      const base = rows.find((each) => each.group === group)
      rows.push(
        place === 0 || !base?.p50 || row.p50 === undefined
          ? row
          : { ...row, ratio: row.p50 / base.p50, baseline: base.name },
      )
    }
  }
  return rows.toSorted((one, other) => one.group.localeCompare(other.group))
}

async function timesOfAsking(runs: number, ask: () => Promise<unknown>): Promise<number[]> {
  await ask()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  return times
}

/** Open changesets of many sessions and levels, as if they had been written and examined. */
async function fill(db: Database, from: number, to: number): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
         first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
         examined_sequence, pending, level, reasons, memory_count, hunk_count, open_hunks)
       SELECT 'chgset_' || n, (SELECT min(key) FROM memory_stores), 'session:sesn_' || n,
         'sesn_' || n, 'session', CASE WHEN n <= 10 THEN 'sesn_rare' ELSE 'sesn_' || n END,
         n, n, 1000000 + n, 1000000 + n * 7919 % 100003, 3, n, 0, n * 31 % 5,
         '{"lost_5_lines":1}', 2, 3, 3 FROM numbers`,
      [from + 1, to],
    ),
  )
}

/** Each changed a memory; ten of them at a path of their own. */
async function touch(db: Database, from: number): Promise<void> {
  const those = `FROM changesets c WHERE c.key > ${from}`
  await db.write(async (tx) => {
    await tx.run(
      `INSERT INTO path_nodes (store_key, path) SELECT c.store_key,
         CASE WHEN c.key <= 10 THEN '/rare/' ELSE '/notes/' END || c.key || '.md' ${those}`,
    )
    await tx.run(
      `INSERT INTO memories (id, store_key, path, head_sequence, head_version_id, created_at,
         updated_at, version_count) SELECT 'mem_' || c.key, c.store_key,
         CASE WHEN c.key <= 10 THEN '/rare/' ELSE '/notes/' END || c.key || '.md', c.key,
         'memver_' || c.key, 1, 1, 1 ${those}`,
    )
    await tx.run(
      `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation,
         node_key, created_at, actor_type, actor_id, changeset_key)
       SELECT m.store_key, c.key, 'memver_' || c.key, m.key, 1, 'modified', n.key, 1, 'session', 'sesn_' || c.key,
         c.key FROM changesets c JOIN memories m ON m.id = 'mem_' || c.key
         JOIN path_nodes n ON n.store_key = m.store_key AND n.path = m.path WHERE c.key > ${from}`,
    )
    await tx.run(
      `INSERT INTO changeset_memories (changeset_key, memory_key, through_sequence, added_lines,
         removed_lines, lost_lines, hunk_count, open_hunks)
       SELECT c.key, m.key, c.key, 1, 1, 0, 3, 3
       FROM changesets c JOIN memories m ON m.id = 'mem_' || c.key WHERE c.key > ${from}`,
    )
    await tx.run(
      `INSERT INTO changeset_reasons (changeset_key, reason) SELECT c.key, 'lost_5_lines' ${those}`,
    )
  })
}

/** Ten changesets have a comment that nobody resolved, ten an assignee, ten a secret. */
async function single(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(`UPDATE changesets SET assignee_type = 'user', assignee_id = ? WHERE key <= 10`, [
      LOCAL_USER_ACTOR.id,
    ])
    await tx.run(`UPDATE changesets SET reasons = '{"secret":1}' WHERE key BETWEEN 11 AND 20`)
    await tx.run(
      `INSERT INTO changeset_reasons (changeset_key, reason)
       SELECT key, 'secret' FROM changesets WHERE key BETWEEN 11 AND 20`,
    )
    await tx.run(
      `INSERT INTO comments (id, store_key, memory_key, version_sequence, from_line, to_line,
         changeset_key, disposition, asked_sequence, actor_type, actor_id, created_at)
       SELECT 'cmnt_' || key, store_key, 1, 1, 1, 1, key, 'note', 1, 'user', 'user_one', 1
       FROM changesets ORDER BY key LIMIT 10`,
    )
  })
}

interface Reviewed {
  db: Database
  storeId: string
  changesetId: string
}

/** A changeset that changed a line of each memory and added one, examined. */
async function changesetOf(db: Database, name: string, memories: number): Promise<Reviewed> {
  const { id: storeId } = await createStore(db, { name })
  const lines = Array.from({ length: 40 }, (_, line) => `- point ${line} of what to remember`)
  for (let index = 0; index < memories; index++) {
    const about = [`# Memory ${index}`, ...lines]
    const content = about.join('\n')
    const path = `/${name}/${index}.md`
    const { id: memoryId } = await createMemory(db, { storeId, path, content, cause: PERSON })
    const changed = about.with(20, `- another thing, ${index}`).join('\n')
    const cause = session(name)
    await updateMemory(db, { storeId, memoryId, content: `${changed}\n- added`, cause })
  }
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  return { db, storeId, changesetId: changesets[0]?.id ?? '' }
}

async function namesOf({ db, changesetId }: Reviewed): Promise<string[]> {
  const memories = await changesetMemories(db, changesetId)
  return memories.flatMap(({ memoryId, through, hunks }) =>
    hunks.map((hunk) => hunkId({ ...hunk, memoryId, through })),
  )
}

const decide = ({ db, changesetId }: Reviewed, decisions: readonly HunkDecision[]) =>
  decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })

const deciding = (names: readonly string[], decision: Decision | null): HunkDecision[] =>
  names.map((name) => ({ hunkId: name, decision, seen: true }))

async function changesetRows(db: Database, sizes: Sizes): Promise<Row[]> {
  const rows: Row[] = []
  for (const memories of sizes.memories) {
    const begun = performance.now()
    const reviewed = await changesetOf(db, `of ${memories}`, memories)
    const made = performance.now() - begun
    const group = `a changeset of ${memories.toLocaleString('en')} memories`
    const names = await namesOf(reviewed)
    rows.push({
      group,
      name: 'a decision recorded',
      ...percentiles(await decisionTimes(reviewed, names, sizes.decisions)),
    })
    const isLarge = memories > sizes.memories[0]
    if (isLarge) rows.push({ group, name: 'written and examined', note: seconds(made) })
    const trays = isLarge ? 1 : sizes.trays
    rows.push({
      group,
      name: 'a tray with all of them applied',
      ...percentiles(await trayTimes(reviewed, names, trays)),
    })
  }
  return rows
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function decisionTimes(reviewed: Reviewed, names: readonly string[], count: number) {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const name = names[index % names.length] ?? ''
    const isSecondRound = Math.floor(index / names.length) % 2 === 1
    const decisions = deciding([name], isSecondRound ? null : 'accepted')
    const start = performance.now()
    await decide(reviewed, decisions)
    times.push(performance.now() - start)
  }
  return times
}

const DECISIONS_PER_CALL = 1_000

async function trayTimes(
  reviewed: Reviewed,
  names: readonly string[],
  trays: number,
): Promise<number[]> {
  const { db, changesetId } = reviewed
  const times: number[] = []
  for (let turn = 0; turn < trays; turn++) {
    for (let from = 0; from < names.length; from += DECISIONS_PER_CALL) {
      await decide(reviewed, deciding(names.slice(from, from + DECISIONS_PER_CALL), 'rejected'))
    }
    const start = performance.now()
    const { batchId } = await applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR })
    times.push(performance.now() - start)
    if (batchId === null) throw new Error('the tray was not applied')
    await undoReview(db, { changesetId, batchId, reviewer: LOCAL_USER_ACTOR })
  }
  return times
}

/** A real agent's memories, from their first texts to their last as one session's changes. */
async function historyRows(db: Database, { moments, memories: [most] }: Sizes): Promise<Row[]> {
  const texts = textsOf(moments)
  const changed = [...texts].filter(([, { first, last }]) => first !== last).slice(0, most)
  const { id: storeId } = await createStore(db, {
    name: 'History',
    settings: { maxContentBytes: 1_000_000 },
  })
  const ids = new Map<string, string>()
  for (const [path, { first }] of texts) {
    ids.set(path, (await createMemory(db, { storeId, path, content: first, cause: PERSON })).id)
  }
  for (const [path, { last }] of changed) {
    const memoryId = ids.get(path) ?? ''
    await updateMemory(db, { storeId, memoryId, content: last, cause: session('history') })
  }
  const examining = await timed(() => examineAll(db))
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  const [changeset] = changesets
  if (changeset?.memoryCount !== changed.length) throw new Error('not all was examined')
  const { hunkCount, removedLines, addedLines, lostLines } = changeset
  return [
    {
      group: `examining: ${changed.length} changed memories of a real agent, of ${texts.size}`,
      name: 'counted, judged and scanned',
      note: `${noteOf(examining)}; ${hunkCount} hunks, +${addedLines} −${removedLines} lines, ${lostLines} lost`,
    },
  ]
}

interface Change {
  op: 'write' | 'rename' | 'delete'
  path: string
  content?: string
}

/** The first and the last text at each path of the history. */
function textsOf(moments: number): Map<string, { first: string; last: string }> {
  const history = realHistoryFile(moments)
  const texts = new Map<string, { first: string; last: string }>()
  for (const line of readFileSync(history.file, 'utf8').trim().split('\n')) {
    for (const { op, path, content } of (JSON.parse(line) as { changes: Change[] }).changes) {
      if (op !== 'write' || content === undefined) continue
      texts.set(path, { first: texts.get(path)?.first ?? content, last: content })
    }
  }
  history.discard()
  return texts
}

/** Figures over a long past: metrics, the digest, and what a version reaches. */
async function metricsRows(db: Database, { past, pages }: Sizes): Promise<Row[]> {
  const now = Date.now()
  const { storeId, versionId } = await longPast(db, past, now)
  const period = { from: now - PAST_MS, to: now, now }
  const questions: Record<string, () => Promise<unknown>> = {
    'metrics of all stores': () => reviewMetrics(db, period),
    'metrics of one store': () => reviewMetrics(db, { ...period, storeId }),
    'the digest of a week': () => reviewDigest(db, { period: 'week', at: now, now }),
    'reach in three steps': () => reachOf(db, { storeId, versionId, steps: 3 }),
  }
  const rows: Row[] = []
  for (const [name, ask] of Object.entries(questions)) {
    const runs = Math.max(2, Math.round(pages / 20))
    const held = await longestTurn(() => timesOfAsking(runs, ask))
    const { p50, p99 } = percentiles(held.result)
    const note = `the loop waits at most ${held.longest.toFixed(0)} ms`
    const group = `over ${past.toLocaleString('en')} decisions and versions`
    rows.push({ group, name, p50, p99, note })
  }
  return rows
}

const PAST_MS = 30 * 86_400_000

/** The longest time for which nothing else got a turn meanwhile, in milliseconds. */
async function longestTurn<Result>(work: () => Promise<Result>) {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const result = await work()
  clearInterval(timer)
  return { result, longest }
}

/** A store of many versions by many sessions, decided over a month, as if people had done so. */
async function longPast(db: Database, past: number, now: number) {
  const { id: storeId } = await createStore(db, { name: 'Past' })
  const made = { storeId, path: '/a.md', content: 'wrong\n', cause: session('first') }
  const { versionId, id: memoryId } = await createMemory(db, made)
  const store = `(SELECT key FROM memory_stores WHERE id = '${storeId}')`
  const memory = `(SELECT key FROM memories WHERE id = '${memoryId}')`
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${past})`
  const time = `${now - PAST_MS} + n * ${Math.floor(PAST_MS / past)}`
  await db.write(async (tx) => {
    await tx.run(
      `${numbers} INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
         first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
         examined_sequence, pending, level, hunk_count, open_hunks, state)
       SELECT 'chgset_p' || n, ${store}, 'session:sesn_p' || n, 'sesn_p' || n, 'session',
         'sesn_p' || n, n, n, ${time}, ${time}, 1, n, 0, 1, 1, n % 2,
         CASE WHEN n % 2 = 1 THEN 'open' ELSE 'done' END FROM numbers WHERE n % 50 = 0`,
    )
    await tx.run(
      `${numbers} INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal,
         operation, created_at, actor_type, actor_id, session_id, changeset_key)
       SELECT ${store}, n, 'memver_p' || n, ${memory}, n, 'modified', ${time}, 'session',
         'sesn_p' || (n - n % 50), 'sesn_p' || (n - n % 50),
         (SELECT key FROM changesets WHERE id = 'chgset_p' || (n - n % 50)) FROM numbers`,
    )
    await tx.run(
      `${numbers} INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence)
       SELECT ${store}, n, 'memory.updated', ${time}, n FROM numbers`,
    )
    await tx.run(
      `${numbers} INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind,
         before_from, before_count, after_from, after_count, decision, seen, actor_type, actor_id,
         decided_at, changed_at)
       SELECT v.changeset_key, v.memory_key, n, 'lines', 0, 1, 0, 1,
         CASE WHEN n % 9 = 0 THEN 'rejected' ELSE 'accepted' END, n % 3 % 2, 'user', 'user_1',
         ${time}, ${time} - n % 10007 * 1000
       FROM numbers CROSS JOIN memory_versions v
       WHERE v.store_key = ${store} AND v.sequence = n AND v.changeset_key IS NOT NULL`,
    )
    await tx.run(
      `${numbers} INSERT INTO memory_reads (store_key, memory_key, actor_type, actor_id, session_id,
         hour, read_count, first_read_at, last_read_at, last_sequence, of_one_version)
       SELECT ${store}, ${memory}, 'session', 'sesn_p' || n, 'sesn_p' || n, 0, 1, ${time}, ${time},
         n - 49, 1 FROM numbers WHERE n % 50 = 0`,
    )
    await tx.run(
      `UPDATE memory_stores SET last_sequence = ${past}, version_count = ${past} WHERE key = ${store}`,
    )
  })
  return { storeId, versionId }
}

/** One memory of a megabyte, rewritten from end to end: others must not wait for it. */
async function largeTextRows(db: Database, { moments }: Sizes): Promise<Row[]> {
  const lines = moments === REAL_HISTORY.moments ? 16_000 : 500
  const { id: storeId } = await createStore(db, {
    name: 'Large',
    settings: { maxContentBytes: 4_000_000 },
  })
  const text = (word: string) =>
    Array.from(
      { length: lines },
      (_, line) => `- ${line} is the ${word} number of ${line * 7}, of days and weeks`,
    ).join('\n')
  const content = text('first')
  const { id: memoryId } = await createMemory(db, { storeId, path: '/a', content, cause: PERSON })
  const bytes = Buffer.byteLength(content)
  await updateMemory(db, { storeId, memoryId, content: text('other'), cause: session('large') })
  const examining = await timed(() => examineAll(db))
  return [
    {
      group: 'examining: one large memory, rewritten from end to end',
      name: `${(bytes / 1e6).toFixed(1)} MB, ${lines.toLocaleString('en')} lines`,
      note: noteOf(examining),
    },
  ]
}

const noteOf = ({ seconds: took, longestMs }: { seconds: number; longestMs: number }) =>
  `${took.toFixed(2)} s; nobody waited longer than ${longestMs.toFixed(0)} ms`
