import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import {
  countOpenByRule,
  countOpenFindings,
  foundLevels,
  getFinding,
  listFindings,
  type ListFindingsInput,
} from './read-findings'
import { disposeFinding } from './dispose-finding'
import { foundLines, textsOfFindings } from './mask-findings'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'
const MAIL = 'Write to anna.larsson@firma.se about it.'

async function storeOf(db: Database, contents: Record<string, string>): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (const [path, content] of Object.entries(contents)) {
    await createMemory(db, { storeId, path, content, cause: AGENT })
  }
  await examineAll(db)
  return storeId
}

const pathsOf = async (db: Database, input: Omit<ListFindingsInput, 'limit'>) =>
  (await listFindings(db, { limit: 100, ...input })).findings.map(({ path }) => path)

async function findingAt(db: Database, storeId: string, path: string): Promise<string> {
  const { findings } = await listFindings(db, { storeId, limit: 100 })
  const found = findings.find((finding) => finding.path === path)
  if (!found) throw new Error(`nothing was found at ${path}`)
  return found.id
}

onBothDatabases((current) => {
  test('dismissed and excepted findings are one group, apart from those that are open', async () => {
    const db = current()
    const storeId = await storeOf(db, {
      '/alarm': `${TOKEN}\n`,
      '/excepted': `${TOKEN}\n`,
      '/open': `${TOKEN}\n`,
      '/gone': `${TOKEN}\n`,
    })
    const judged = { storeId, reviewer: LOCAL_USER_ACTOR }
    const alarm = await findingAt(db, storeId, '/alarm')
    await disposeFinding(db, { ...judged, findingId: alarm, status: 'false_positive' })
    const excepted = await findingAt(db, storeId, '/excepted')
    const exceptUntil = Date.now() + DAY_MS
    await disposeFinding(db, { ...judged, findingId: excepted, exceptUntil })
    const { findings } = await listFindings(db, { storeId, limit: 100 })
    const memoryId = findings.find(({ path }) => path === '/gone')?.memoryId ?? ''
    await removeMemory(db, { storeId, memoryId, cause: AGENT })
    await examineAll(db)

    expect(await pathsOf(db, { storeId, group: 'open' })).toEqual(['/open'])
    const dismissed = await pathsOf(db, { storeId, group: 'dismissed' })
    expect(dismissed.toSorted()).toEqual(['/alarm', '/excepted'])
    expect(await pathsOf(db, { storeId, group: 'fixed' })).toEqual(['/gone'])
    expect(await countOpenFindings(db, [storeId])).toEqual(
      new Map([[storeId, { count: 1, level: 'critical' }]]),
    )
  })

  test('what is only to be tidied is listed apart from what is dangerous, and counted by rule', async () => {
    const db = current()
    const lost = 'See [the plan](/gone.md).\n'
    const storeId = await storeOf(db, { '/key': `${TOKEN}\n`, '/a': lost, '/b': lost })
    const open = { storeId, group: 'open' } as const
    expect(await pathsOf(db, { ...open, exceptCategory: 'hygiene' })).toEqual(['/key'])
    expect((await pathsOf(db, { ...open, category: 'hygiene' })).toSorted()).toEqual(['/a', '/b'])
    expect(await countOpenFindings(db, [storeId])).toEqual(
      new Map([[storeId, { count: 1, level: 'critical' }]]),
    )
    const counts = await countOpenByRule(db, storeId)
    expect([...counts]).toEqual([
      ['dead_link', 2],
      ['docker_token', 1],
    ])
  })

  test('a deleted memory is named where it was, and not once that path is redacted', async () => {
    const db = current()
    const storeId = await storeOf(db, { '/notes/gone': `${TOKEN}\n`, '/kept': `${TOKEN}\n` })
    const findingId = await findingAt(db, storeId, '/notes/gone')
    const { memoryId } = await getFinding(db, { storeId, findingId })
    await removeMemory(db, { storeId, memoryId, cause: AGENT })
    const last = { path: '/notes/gone', isDeleted: true }
    expect(await getFinding(db, { storeId, findingId })).toMatchObject(last)
    expect(await pathsOf(db, { storeId, pathPrefix: '/notes/' })).toEqual(['/notes/gone'])

    const { versions } = await listVersions(db, { storeId, memoryId, limit: 1 })
    await redactVersion(db, { storeId, versionId: versions[0]?.id ?? '', cause: PERSON })
    await compactionFinished(db)
    const redacted = { path: null, isDeleted: true }
    expect(await getFinding(db, { storeId, findingId })).toMatchObject(redacted)
    expect(await pathsOf(db, { storeId, pathPrefix: '/notes/' })).toEqual([])
  })

  test('agents are told nothing of what was found in a memory in quarantine', async () => {
    const db = current()
    const storeId = await storeOf(db, { '/held': `${TOKEN}\n`, '/served': `${TOKEN}\n` })
    const findingId = await findingAt(db, storeId, '/held')
    const { memoryId } = await getFinding(db, { storeId, findingId })
    await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
    expect(await pathsOf(db, { storeId, audience: 'agents' })).toEqual(['/served'])
    expect((await pathsOf(db, { storeId })).toSorted()).toEqual(['/held', '/served'])
    await expect(getFinding(db, { storeId, findingId, audience: 'agents' })).rejects.toMatchObject({
      problem: { kind: 'finding_not_found' },
    })
  })

  test('findings are narrowed to paths that begin so, in their very letters', async () => {
    const db = current()
    const storeId = await storeOf(db, {
      '/notes/a': `${TOKEN}\n`,
      '/Notes/b': `${TOKEN}\n`,
      '/no%es/c': `${TOKEN}\n`,
    })
    expect(await pathsOf(db, { storeId, pathPrefix: '/notes/' })).toEqual(['/notes/a'])
    expect(await pathsOf(db, { storeId, pathPrefix: '/no%' })).toEqual(['/no%es/c'])
  })

  test('a store without open findings is left out of the counts', async () => {
    const db = current()
    const storeId = await storeOf(db, { '/plain': 'Nothing of note.\n' })
    const other = await storeOf(db, { '/mail': `${MAIL}\n` })
    expect(await countOpenFindings(db, [storeId, other])).toEqual(
      new Map([[other, { count: 1, level: 'low' }]]),
    )
  })

  test('a memory has the gravest level of what is open in it', async () => {
    const db = current()
    const storeId = await storeOf(db, { '/a': `${MAIL}\n${TOKEN}\n`, '/b': 'Nothing of note.\n' })
    const { findings } = await listFindings(db, { storeId, limit: 100 })
    const memoryId = findings[0]?.memoryId ?? ''
    expect(await foundLevels(db, [memoryId, 'mem_none'])).toEqual(new Map([[memoryId, 'critical']]))
    for (const { id: findingId } of findings) {
      const judged = { storeId, findingId, reviewer: LOCAL_USER_ACTOR }
      await disposeFinding(db, { ...judged, status: 'false_positive' })
    }
    expect(await foundLevels(db, [memoryId])).toEqual(new Map())
  })

  test('the line of a finding is read from the version in which it stands', async () => {
    const db = current()
    const storeId = await storeOf(db, { '/a': `one\nkey: ${TOKEN}\n` })
    const id = await findingAt(db, storeId, '/a')
    expect(await foundLines(db, [id, 'find_none'])).toEqual(new Map([[id, `key: ${TOKEN}`]]))
  })

  test('what was found is read over all of its lines, and only it', async () => {
    const db = current()
    const letters = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
    const key = `-----BEGIN PRIVATE KEY-----\n${letters}\n${letters}\n-----END PRIVATE KEY-----`
    const storeId = await storeOf(db, {
      '/a': `one\nkey: ${TOKEN} old\n`,
      '/b': `Deploys with\nit: ${key}, and\nmore\n`,
    })
    const token = await findingAt(db, storeId, '/a')
    const lines = await findingAt(db, storeId, '/b')
    expect(await textsOfFindings(db, [token, lines, 'find_none'])).toEqual(
      new Map([
        [token, TOKEN],
        [lines, key],
      ]),
    )
  })
})
