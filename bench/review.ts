import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { countOpenChangesets, listChangesets } from '@/lib/review/changesets/list-changesets'
import { applyReview, undoReview } from '@/lib/review/decisions/apply-review'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { reviewDigest } from '@/lib/review/digest/review-digest'
import { reviewMetrics } from '@/lib/review/metrics/review-metrics'
import { type Decision, hunkId } from '@/lib/review/model/hunk'
import { presetPolicy } from '@/lib/review/model/policy-presets'
import { dryRunPolicy } from '@/lib/review/policy/dry-run'
import { policyHealth } from '@/lib/review/policy/policy-health'
import type { Database } from '@/lib/db/database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { reachOf } from '@/lib/store/reads/reach'
import { createStore } from '@/lib/store/stores/change-stores'
import { prepare, scanner } from '@/scripts/prepare.mjs'
import { REAL_HISTORY } from '@/tests/support/real-history'
import { agent, numbers } from './fill'
import type { Ground } from './ground'
import { realChanges } from './history'
import { askedInTurns, clocked, type Subject, timed, inTurns } from './measure'
import { part } from './part'
import { fillChanges, fillInbox, fillPast, PAST_MS } from './review-fill'
import { counted, type Row, toldRows } from './row'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const REVIEWER = LOCAL_USER_ACTOR

/** Measures keeping, listing, deciding, applying and examining changesets. */
export const reviewPart = part(
  {
    writes: [3_000, 20],
    /** open changesets of the inboxes */
    inboxes: [
      [100, 100_000],
      [60, 200],
    ],
    rounds: [5, 1],
    /** pages of each inbox in a round */
    runs: [40, 3],
    /** memories of a changeset, and of the large one */
    memories: [
      [50, 10_000],
      [5, 20],
    ],
    decisions: [400, 10],
    trays: [20, 1],
    moments: [REAL_HISTORY.moments, 20],
    /** of a memory that is rewritten from end to end */
    lines: [16_000, 500],
    /** decisions, and versions, that metrics, a digest and reach go through */
    past: [100_000, 500],
    /** of an agent, on which rules are tried */
    changes: [100_000, 100],
  },
  async (
    { writes, inboxes, memories, decisions, trays, moments, lines, past, changes, ...often },
    ground,
  ) => {
    await prepare(scanner)
    const [few = 0, many = 0] = memories
    const rows: Row[] = []
    const pieces: ((own: Ground) => Promise<Row[]>)[] = [
      (own) => writeRows(own, writes),
      (own) => inboxRows(own, inboxes, often),
      (own) => changesetRows(own, few, { decisions, trays }),
      (own) => changesetRows(own, many, { decisions, trays: 1 }),
      (own) => historyRows(own, moments, few),
      (own) => largeTextRows(own, lines),
      (own) => policyRows(own, changes, often.rounds),
      (own) => pastRows(own, past, often.rounds),
    ]
    for (const piece of pieces) rows.push(...(await ground.apart(piece)))
    return rows
  },
)

/** Compares the same writes by a person, which need no review, and by an agent, in turns. */
async function writeRows(ground: Ground, writes: number): Promise<Row[]> {
  const db = await ground.database()
  const { id: storeId } = await createStore(db, { name: 'Written' })
  const writer = async (name: string, cause: Cause) => {
    const path = `/${name}.md`
    const { id } = await createMemory(db, { storeId, path, content: kilobyte('first'), cause })
    const act = clocked((turn: number) =>
      updateMemory(db, { storeId, memoryId: id, content: kilobyte(turn), cause }),
    )
    return { name, act }
  }
  const sides = [
    await writer('a person’s write', PERSON),
    await writer('an agent’s, which joins its changeset', agent('writer')),
  ]
  const group = `keeping changesets: ${counted(writes, 'writes')} of 1 kB each, one after the other, in turns`
  return inTurns(group, sides, { rounds: writes, warmUp: 1 })
}

const kilobyte = (turn: number | string) =>
  `turn ${turn}\n${'- something to remember, word by word\n'.repeat(26)}`

async function inboxRows(
  ground: Ground,
  inboxes: readonly number[],
  often: { rounds: number; runs: number },
): Promise<Row[]> {
  const subjects: Subject[] = []
  for (const open of inboxes) {
    const db = await ground.database()
    const { id: storeId } = await createStore(db, { name: 'Inbox' })
    await fillInbox(db, open)
    subjects.push({
      name: counted(open, 'open changesets'),
      questions: inboxQuestions(db, storeId),
    })
  }
  return askedInTurns(subjects, { ...often, warmUp: 1 })
}

function inboxQuestions(db: Database, storeId: string): Subject['questions'] {
  const page = (filter: Omit<Parameters<typeof listChangesets>[1], 'limit'>) =>
    clocked(() => listChangesets(db, { ...filter, limit: 50 }))
  const ofOpen = (filter: Parameters<typeof page>[0]) => page({ state: 'open', ...filter })
  return {
    'inbox: the first page': ofOpen({}),
    'inbox: the first page of a store': ofOpen({ storeId }),
    'inbox: a page of one agent with 10': ofOpen({ actorId: 'sesn_rare' }),
    'inbox: that of a session': page({ sessionId: 'sesn_1' }),
    'inbox: those with open comments, ten': ofOpen({ comments: 'open' }),
    'inbox: those of a path, ten': ofOpen({ pathPrefix: '/rare/' }),
    'inbox: those of a path, every one': ofOpen({ pathPrefix: '/' }),
    'inbox: those of an assignee, ten': ofOpen({ assignee: REVIEWER }),
    'inbox: those that nobody has taken': ofOpen({ assignee: 'nobody' }),
    'inbox: those with secrets, ten': ofOpen({ category: 'secret' }),
    'inbox: the number in the sidebar': clocked(() => countOpenChangesets(db, 1_000)),
  }
}

/** A changeset that changed a line of each memory and added one, decided and applied. */
async function changesetRows(
  ground: Ground,
  memories: number,
  { decisions, trays }: { decisions: number; trays: number },
): Promise<Row[]> {
  const db = await ground.database()
  const group = `a changeset of ${counted(memories, 'memories')}`
  const making = await timed(() => changesetOf(db, memories))
  const { changesetId, hunks } = making.value
  const decide = (names: readonly string[], decision: Decision | null) =>
    decideHunks(db, {
      changesetId,
      decisions: names.map((name) => ({ hunkId: name, decision, seen: true })),
      reviewer: REVIEWER,
    })
  const recording = clocked((turn: number) => {
    const isAgain = Math.floor(turn / hunks.length) % 2 === 1
    return decide([hunks[turn % hunks.length] ?? ''], isAgain ? null : 'accepted')
  })
  const applying = async () => {
    for (let from = 0; from < hunks.length; from += DECISIONS_PER_CALL) {
      await decide(hunks.slice(from, from + DECISIONS_PER_CALL), 'rejected')
    }
    const begun = performance.now()
    const { batchId } = await applyReview(db, { changesetId, reviewer: REVIEWER })
    const took = performance.now() - begun
    if (batchId === null) throw new Error('the tray was not applied')
    await undoReview(db, { changesetId, batchId, reviewer: REVIEWER })
    return took
  }
  return [
    ...(await inTurns(group, [{ name: 'a decision recorded', act: recording }], {
      ...{ rounds: 1, runs: decisions },
    })),
    ...toldRows(group, { 'written and examined': making.note }),
    ...(await inTurns(group, [{ name: 'a tray with all of them applied', act: applying }], {
      ...{ rounds: 1, runs: trays },
    })),
  ]
}

const DECISIONS_PER_CALL = 1_000

async function changesetOf(db: Database, memories: number) {
  const { id: storeId } = await createStore(db, { name: `of ${memories}` })
  const lines = numbers(40).map((line) => `- point ${line} of what to remember`)
  for (let index = 0; index < memories; index++) {
    const before = [`# Memory ${index}`, ...lines]
    const content = before.join('\n')
    const made = { storeId, path: `/notes/${index}.md`, content, cause: PERSON }
    const { id: memoryId } = await createMemory(db, made)
    const changed = [...before.with(20, `- another thing, ${index}`), '- added'].join('\n')
    await updateMemory(db, { storeId, memoryId, content: changed, cause: agent('writer') })
  }
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  const changesetId = changesets[0]?.id ?? ''
  const hunks = (await changesetMemories(db, changesetId)).flatMap((memory) =>
    memory.hunks.map((hunk) =>
      hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
    ),
  )
  return { changesetId, hunks }
}

/** A store of memories that a person wrote and an agent changed, examined. */
async function examined(
  ground: Ground,
  texts: readonly { path: string; first: string; last: string }[],
) {
  const db = await ground.database()
  const settings = { maxContentBytes: 4_000_000 }
  const { id: storeId } = await createStore(db, { name: 'Examined', settings })
  const ids: string[] = []
  for (const { path, first } of texts) {
    ids.push((await createMemory(db, { storeId, path, content: first, cause: PERSON })).id)
  }
  for (const [at, { first, last }] of texts.entries()) {
    if (first === last) continue
    const memoryId = ids[at] ?? ''
    await updateMemory(db, { storeId, memoryId, content: last, cause: agent('examined') })
  }
  const { note } = await timed(() => examineAll(db))
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  return { note, changeset: changesets[0] }
}

/** A real agent's memories, from their first texts to their last as one session's changes. */
async function historyRows(ground: Ground, moments: number, most: number): Promise<Row[]> {
  const texts = new Map<string, { path: string; first: string; last: string }>()
  for (const { op, path, content } of realChanges(moments)) {
    if (op !== 'write' || content === undefined) continue
    texts.set(path, { path, first: texts.get(path)?.first ?? content, last: content })
  }
  const changed = [...texts.values()].filter(({ first, last }) => first !== last).slice(0, most)
  const kept = [...texts.values()].map((text) =>
    changed.includes(text) ? text : { ...text, last: text.first },
  )
  const { note, changeset } = await examined(ground, kept)
  if (changeset?.memoryCount !== changed.length) throw new Error('not all was examined')
  const { hunkCount, removedLines, addedLines, lostLines } = changeset
  const group = `examining: ${changed.length} changed memories of a real agent, of ${texts.size}`
  const hunks = `${hunkCount} hunks, +${addedLines} −${removedLines} lines, ${lostLines} lost`
  return toldRows(group, { 'counted, judged and scanned': `${note}; ${hunks}` })
}

/** One memory of a megabyte, rewritten from end to end: others must not wait for it. */
async function largeTextRows(ground: Ground, lines: number): Promise<Row[]> {
  const text = (word: string) =>
    numbers(lines)
      .map((line) => `- ${line} is the ${word} number of ${line * 7}, of days and weeks`)
      .join('\n')
  const first = text('first')
  const { note } = await examined(ground, [{ path: '/a', first, last: text('other') }])
  const megabytes = (Buffer.byteLength(first) / 1e6).toFixed(1)
  return toldRows('examining: one large memory, rewritten from end to end', {
    [`${megabytes} MB, ${counted(lines, 'lines')}`]: note,
  })
}

/** Figures over a long past: metrics, the digest, and what a version reaches. */
async function pastRows(ground: Ground, past: number, rounds: number): Promise<Row[]> {
  const db = await ground.database()
  const now = Date.now()
  const { storeId, versionId } = await fillPast(db, past, now)
  const period = { from: now - PAST_MS, to: now, now }
  const questions: Record<string, () => Promise<unknown>> = {
    'metrics of all stores': () => reviewMetrics(db, period),
    'metrics of one store': () => reviewMetrics(db, { ...period, storeId }),
    'the digest of a week': () => reviewDigest(db, { period: 'week', at: now, now }),
    'reach in three steps': () => reachOf(db, { storeId, versionId, steps: 3 }),
  }
  const rows: Row[] = []
  for (const [name, ask] of Object.entries(questions)) {
    const act = async () => {
      const { ms, longestMs } = await timed(ask)
      return { times: [ms], also: { 'ms the longest wait of others': longestMs } }
    }
    const group = `over ${counted(past, 'decisions and versions')}`
    rows.push(...(await inTurns(group, [{ name, act }], { rounds, warmUp: 1 })))
  }
  return rows
}

/** Rules tried on what an agent wrote, and how they fare. */
async function policyRows(ground: Ground, changes: number, rounds: number): Promise<Row[]> {
  const db = await ground.database()
  const now = Date.now()
  const storeId = await fillChanges(db, changes, now)
  const draft = presetPolicy('careful', now)
  const policy = { default: draft.default, rules: [] }
  const asked: Subject = {
    name: counted(changes, 'changes'),
    questions: {
      'policy: a dry run': clocked(() => dryRunPolicy(db, { storeId, draft, days: 30 })),
      'policy: the health of its rules': clocked(() => policyHealth(db, { storeId, policy, now })),
    },
  }
  return askedInTurns([asked], { rounds })
}
