import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { stopJob } from '@/lib/jobs/run-job'
import type { ScanInput } from '@/lib/scan/finding'
import { RULES_REVISION } from '@/lib/scan/rules'
import type { ScanOutcome } from '@/lib/scan/scanner'
import { scanLines } from '@/lib/scan/scan-lines'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { onBothDatabases } from '@/tests/support/databases'
import { examineUnscannedAgain } from '../background/examine-unscanned-again'
import { examineAll } from '../background/examiner'
import { scanByNewRules } from '../background/scan-by-new-rules'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { disposeFinding } from './dispose-finding'
import { examineChangeset } from '../examining/examine-changeset'
import { listChangesets } from '../changesets/list-changesets'
import { listFindings } from './read-findings'
import { hunkId } from '../model/hunk'
import { lastScan, type ScanStoreInput, scanReportOf, startScan } from './scan-store'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'

/** Scans in this thread: what is tested here is what is scanned, and what comes of it. */
const scanHere = (input: ScanInput): Promise<ScanOutcome> =>
  Promise.resolve({ state: 'scanned', findings: scanLines(input).findings })

const scanNothing = (): Promise<ScanOutcome> =>
  Promise.resolve({ state: 'unscanned', reason: 'fault' })

async function storeOf(db: Database, contents: Record<string, string>) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const ids = new Map<string, string>()
  for (const [path, content] of Object.entries(contents)) {
    const { id } = await createMemory(db, { storeId, path, content, cause: PERSON })
    ids.set(path, id)
  }
  return { storeId, memoryAt: (path: string) => ids.get(path) ?? '' }
}

async function scanned(db: Database, input: ScanStoreInput, scan = scanHere) {
  const { finished } = await startScan(db, input, scan)
  return scanReportOf(await finished)
}

const found = async (db: Database, storeId: string) =>
  (await listFindings(db, { storeId, limit: 100 })).findings

const revisionOf = async (db: Database, storeId: string) =>
  (
    await db.read.get<{ rules_revision: number }>(
      `SELECT x.rules_revision FROM store_scans x JOIN memory_stores s ON s.key = x.store_key
       WHERE s.id = ?`,
      [storeId],
    )
  )?.rules_revision

onBothDatabases((current) => {
  test.each([
    ['of what stands there', false],
    ['of the past', true],
  ])('a scan %s finds what is in paths, once', async (_what, history) => {
    const db = current()
    const { storeId, memoryAt } = await storeOf(db, { [`/${TOKEN}`]: 'one\n' })
    const memoryId = memoryAt(`/${TOKEN}`)
    await updateMemory(db, { storeId, memoryId, content: 'two\n', cause: PERSON })
    expect(await scanned(db, { storeId, history })).toMatchObject({ fresh: 1 })
    expect(await found(db, storeId)).toMatchObject([{ range: { fromLine: 0 }, status: 'open' }])
    expect(await scanned(db, { storeId, history })).toMatchObject({ fresh: 0 })
  })

  test('a scan finds what stands in a store, whoever wrote it', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `one\nkey ${TOKEN}\n`, '/b': 'Nothing.\n' })
    expect(await scanned(db, { storeId })).toEqual({
      memories: 2,
      versions: 0,
      fresh: 1,
      known: 0,
      unscanned: 0,
      isComplete: true,
      isDryRun: false,
    })
    expect(await found(db, storeId)).toMatchObject([
      { rule: 'docker_token', path: '/a', range: { fromLine: 2, fromColumn: 4 }, status: 'open' },
    ])
  })

  test('what is known stays as it is, with what was said of it', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `${TOKEN}\n` })
    await scanned(db, { storeId })
    const [known] = await found(db, storeId)
    const judged = { storeId, reviewer: LOCAL_USER_ACTOR, status: 'false_positive' } as const
    await disposeFinding(db, { ...judged, findingId: known?.id ?? '' })
    expect(await scanned(db, { storeId })).toMatchObject({ fresh: 0, known: 1 })
    expect(await found(db, storeId)).toMatchObject([{ id: known?.id, status: 'false_positive' }])
  })

  test('a dry run counts and stores nothing', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `${TOKEN}\n` })
    expect(await scanned(db, { storeId, isDryRun: true })).toMatchObject({
      fresh: 1,
      isDryRun: true,
    })
    expect(await found(db, storeId)).toEqual([])
    expect(await revisionOf(db, storeId)).toBeUndefined()
  })

  test('with the history, what once stood there is found too, and is fixed', async () => {
    const db = current()
    const { storeId, memoryAt } = await storeOf(db, {
      '/gone': `${TOKEN}\n`,
      '/stands': `${TOKEN}\n`,
      '/deleted': `${TOKEN}\n`,
    })
    const change = { storeId, memoryId: memoryAt('/gone'), cause: PERSON }
    await updateMemory(db, { ...change, content: 'Revoked.\n' })
    await updateMemory(db, { ...change, memoryId: memoryAt('/stands'), content: `0\n${TOKEN}\n` })
    await removeMemory(db, { ...change, memoryId: memoryAt('/deleted') })
    expect(await scanned(db, { storeId, history: true })).toMatchObject({
      memories: 2,
      versions: 6,
      fresh: 3,
    })
    const all = await found(db, storeId)
    expect(all.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['/gone', 'fixed'],
        ['/stands', 'open'],
        ['/deleted', 'fixed'],
      ]),
    )
    expect(await scanned(db, { storeId, history: true })).toMatchObject({ fresh: 0, known: 3 })
  })

  test('stopped, it keeps what it found by then', async () => {
    const db = current()
    const contents = Object.fromEntries([1, 2, 3].map((at) => [`/${at}`, `${TOKEN}\n`]))
    const { storeId } = await storeOf(db, contents)
    const scanOnce = async (input: ScanInput) => {
      const job = await lastScan(db, storeId)
      if (input.path === '/2' && job) await stopJob(db, job.id)
      return scanHere(input)
    }
    const { finished } = await startScan(db, { storeId }, scanOnce)
    const job = await finished
    expect(job.state).toBe('stopped')
    expect(scanReportOf(job)).toMatchObject({ isComplete: false })
    const paths = (await found(db, storeId)).map(({ path }) => path)
    expect(paths).toContain('/1')
    expect(paths).not.toContain('/3')
  })

  test('what is redacted while it is scanned leaves no finding', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `${TOKEN}\n` })
    const redactMeanwhile = async (input: ScanInput) => {
      const { finished } = await redactText(db, {
        text: TOKEN,
        storeIds: [storeId],
        replacement: '[gone]',
        cause: PERSON,
      })
      await finished
      return scanHere(input)
    }
    expect(await scanned(db, { storeId }, redactMeanwhile)).toMatchObject({
      fresh: 0,
      unscanned: 1,
    })
    expect(await found(db, storeId)).toEqual([])
  })

  test('stores that were not scanned by the present rules are scanned by themselves, once', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `${TOKEN}\n` })
    const { storeId: empty } = await storeOf(db, {})
    await scanByNewRules(db)
    expect(await found(db, storeId)).toHaveLength(1)
    expect(await revisionOf(db, storeId)).toBe(RULES_REVISION)
    expect(await lastScan(db, empty)).toBeNull()
    const job = await lastScan(db, storeId)
    expect(job).toMatchObject({ state: 'done', startedBy: null })
    await scanByNewRules(db)
    expect(await lastScan(db, storeId)).toEqual(job)
  })

  test('many stores that were not scanned by the present rules are scanned as one job', async () => {
    const db = current()
    const contents = [TOKEN, 'nothing', TOKEN]
    const ids = []
    for (const content of contents) ids.push((await storeOf(db, { '/a': `${content}\n` })).storeId)
    await scanByNewRules(db)
    for (const [index, storeId] of ids.entries()) {
      expect(await found(db, storeId)).toHaveLength(contents[index] === TOKEN ? 1 : 0)
      expect(await revisionOf(db, storeId)).toBe(RULES_REVISION)
    }
    const jobs = await db.read.all("SELECT state, store_key FROM jobs WHERE kind = 'scan'")
    expect(jobs).toEqual([{ state: 'done', store_key: null }])
  })

  test('a store of which something was not scanned is scanned again after the next start', async () => {
    const db = current()
    const { storeId } = await storeOf(db, { '/a': `${TOKEN}\n` })
    expect(await scanned(db, { storeId }, scanNothing)).toMatchObject({ unscanned: 1 })
    expect(await revisionOf(db, storeId)).toBeUndefined()
  })

  test('what a busy machine could not scan is scanned later', async () => {
    const db = current()
    const { storeId, memoryAt } = await storeOf(db, { '/a': 'one\n' })
    const change = { storeId, memoryId: memoryAt('/a'), cause: AGENT }
    await updateMemory(db, { ...change, content: `one\n${TOKEN}\n` })
    const pending = await db.read.get<{ key: number }>('SELECT key FROM changesets')
    await examineChangeset(db, pending?.key ?? 0, undefined, { scan: scanNothing })
    const inbox = async () => (await listChangesets(db, { limit: 10 })).changesets
    expect(await inbox()).toMatchObject([{ reasons: { unscanned: 1 } }])

    const tries = new Map<number, number>()
    expect(await examineUnscannedAgain(db, tries)).toBe(true)
    await examineAll(db)
    expect(await inbox()).toMatchObject([{ level: 'critical', reasons: { secret: 1 } }])
    expect(await examineUnscannedAgain(db, tries)).toBe(false)
  })

  test('what a scan finds anew enters hunks that were examined, and a decision stays', async () => {
    const db = current()
    const { storeId, memoryAt } = await storeOf(db, { '/a': 'one\n', '/b': 'two\n' })
    const write = (path: string, content: string) =>
      updateMemory(db, { storeId, memoryId: memoryAt(path), content, cause: AGENT })
    await write('/b', 'three\n')
    await write('/a', `one\n${TOKEN}\n`)
    const changeset = await db.read.get<{ key: number }>('SELECT key FROM changesets')
    const oldRules = (): Promise<ScanOutcome> => Promise.resolve({ state: 'scanned', findings: [] })
    await examineChangeset(db, changeset?.key ?? 0, undefined, { scan: oldRules })
    const inbox = async () => (await listChangesets(db, { limit: 10 })).changesets
    const [before] = await inbox()
    expect(before).toMatchObject({ level: 'none', reasons: {}, openHunks: 2 })
    const changesetId = before?.id ?? ''
    const hunksAt = async (path: string) =>
      (await changesetMemories(db, changesetId)).filter((memory) => memory.path === path)
    const [decided] = await hunksAt('/b')
    const hunk = decided?.hunks[0]
    if (!decided || !hunk) throw new Error('nothing to decide')
    const name = hunkId({ ...hunk, memoryId: decided.memoryId, through: decided.through })
    const decisions = [{ hunkId: name, decision: 'accepted', seen: true }] as const
    await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })

    await scanned(db, { storeId })
    await examineAll(db)
    expect(await inbox()).toMatchObject([
      { level: 'critical', reasons: { secret: 1 }, openHunks: 1, isExamined: true },
    ])
    expect(await hunksAt('/a')).toMatchObject([
      { level: 'critical', hunks: [{ findings: [{ rule: 'docker_token', line: 2 }] }] },
    ])
    expect(await hunksAt('/b')).toMatchObject([{ hunks: [{ verdict: { decision: 'accepted' } }] }])
  })

  test('what can never be scanned is not tried for ever', async () => {
    const db = current()
    const { storeId, memoryAt } = await storeOf(db, { '/a': 'one\n' })
    const change = { storeId, memoryId: memoryAt('/a'), cause: AGENT }
    await updateMemory(db, { ...change, content: `one\n${TOKEN}\n` })
    const pending = await db.read.get<{ key: number }>('SELECT key FROM changesets')
    const tries = new Map<number, number>()
    let times = 0
    do {
      await examineChangeset(db, pending?.key ?? 0, undefined, { scan: scanNothing })
      times++
    } while ((await examineUnscannedAgain(db, tries)) && times < 20)
    expect(times).toBe(6)
  })
})
