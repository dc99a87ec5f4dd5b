import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { database, db, write } from '@/lib/db'
import { listRedactions, marksIn, redactionList } from '@/lib/db/redaction-log'
import { jobEnded } from '@/lib/jobs/jobs'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { archiveStore, createStore } from '@/lib/store/change-stores'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { compactLeftOvers, countInFiles } from '@/lib/store/redact/compaction'
import {
  fingerprintAdvice,
  redactedIn,
  redactedPathsOf,
  redactedTextsOf,
} from '@/lib/store/redact/known'
import { redactVersion } from '@/lib/store/redact/version'
import { getVersion } from '@/lib/store/versions'
import { describe, test } from '@/tests/support/fixtures'
import { held } from '@/tests/support/held'
import { contradictionsIn } from '@/tests/support/sound'

const SECRET = 'the first text, which goes'

async function written(secret = SECRET) {
  const { id: storeId } = await createStore({ name: 'Versions' })
  const first = await createMemory({ storeId, path: '/a.md', content: secret }, BY_PERSON)
  const second = await updateMemory({ storeId, memoryId: first.id, content: 'second' }, BY_PERSON)
  return { storeId, memoryId: first.id, first: first.versionId, second: second.versionId }
}

/** Waits until what was redacted is out of the files. */
async function compacted() {
  const jobs = await db.job.findMany({ where: { kind: 'compact' } })
  for (const { id } of jobs) expect((await jobEnded(id)).state).toBe('done')
}

describe('redacting a version', () => {
  test('empties it for good, in rows and files, and keeps who and when', async () => {
    const { storeId, first } = await written('of this test alone')
    const before = await getVersion({ storeId, versionId: first })
    const version = await redactVersion({ storeId, versionId: first }, BY_PERSON)
    expect(version).toMatchObject({
      operation: 'created',
      path: null,
      sha256: null,
      size: null,
      createdAt: before.createdAt,
      actorId: BY_PERSON.actor.id,
      redactedById: BY_PERSON.actor.id,
    })
    expect(version.redactedAt).toBeInstanceOf(Date)
    expect((await getVersion({ storeId, versionId: first })).content).toBeNull()
    await compacted()
    expect((await countInFiles(['of this test alone'])).every(({ found }) => found === 0)).toBe(
      true,
    )
    expect(await contradictionsIn(storeId)).toEqual([])
  })

  test('is refused to a session, and of a version that is not there', async () => {
    const { storeId, first } = await written()
    const session: Cause = { actor: { type: 'session', id: 'sesn_1' }, isAgent: true }
    const one = { storeId, versionId: first }
    await expect(redactVersion(one, session)).rejects.toMatchObject({ code: 'redaction_forbidden' })
    const none = { storeId, versionId: 'memver_none' }
    await expect(redactVersion(none, BY_PERSON)).rejects.toMatchObject({
      code: 'version_not_found',
    })
    const { storeId: other } = await written()
    const elsewhere = redactVersion({ storeId: other, versionId: first }, BY_PERSON)
    await expect(elsewhere).rejects.toMatchObject({ code: 'version_not_found' })
  })

  test('is possible in an archived store', async () => {
    const { storeId, first } = await written()
    await archiveStore(storeId, BY_PERSON)
    const version = await redactVersion({ storeId, versionId: first }, BY_PERSON)
    expect(version.redactedAt).not.toBeNull()
  })

  test('drops what else remembers its hash', async () => {
    const { storeId, first } = await written()
    const { sha256 } = await getVersion({ storeId, versionId: first })
    await held(storeId, '/a.md', 'x', sha256)
    const at = new Date()
    await write(async (tx) => {
      const seed = { id: `seed_${storeId}`, storeId, source: 'a', createdAt: at, updatedAt: at }
      await tx.seed.create({ data: seed })
      for (const [path, hash] of [
        ['/a.md', sha256 ?? ''],
        ['/b.md', 'another'],
      ] as const) {
        await tx.seedEntry.create({ data: { seedId: seed.id, path, sha256: hash } })
      }
    })
    await redactVersion({ storeId, versionId: first }, BY_PERSON)
    const left = await db.seedEntry.findMany({ where: { seedId: `seed_${storeId}` } })
    expect(left).toMatchObject([{ path: '/b.md' }])
    const waiting = await db.heldWrite.findFirst({ where: { storeId } })
    expect(waiting?.steps).toMatchObject([{ content: 'x', expected: '' }])
  })

  test('is told to whoever brings it back: its text, and where it stood', async () => {
    const { storeId, first } = await written('a text that a seed may bring back')
    await redactVersion({ storeId, versionId: first }, BY_PERSON)
    const texts = await redactedTextsOf(storeId)
    expect(await redactedIn(texts, 'a text that a seed may bring back\n')).toBeInstanceOf(Date)
    expect([...(await redactedPathsOf(storeId)).keys()]).toEqual(['/a.md'])
  })

  test('is listed for backups, without a text', async () => {
    const { storeId, first } = await written()
    await redactVersion({ storeId, versionId: first }, BY_PERSON)
    await compacted()
    const list = redactionList()
    if (database().kind === 'postgresql') return expect(list).toBeNull()
    expect(await marksIn(list ?? '')).toContain(first)
  })
})

test('many redactions at once are taken out of the files by few compactions', async () => {
  const before = await db.job.count({ where: { kind: 'compact' } })
  const all = await Promise.all(Array.from({ length: 8 }, () => written('one of eight texts')))
  for (const { storeId, first } of all) {
    await redactVersion({ storeId, versionId: first }, BY_PERSON)
  }
  await compacted()
  const after = await db.job.count({ where: { kind: 'compact' } })
  expect(after - before).toBeLessThan(8)
  expect((await countInFiles(['one of eight texts'])).every(({ found }) => found === 0)).toBe(true)
})

describe('the list of redactions for backups', () => {
  test('begins a line of its own after one that a full disk cut off', async () => {
    const list = redactionList()
    if (list === null) return
    const one = await written()
    await redactVersion({ storeId: one.storeId, versionId: one.first }, BY_PERSON)
    expect(await listRedactions()).toBe(true)
    appendFileSync(list, '{"version":"memver_cut')
    const other = await written()
    await redactVersion({ storeId: other.storeId, versionId: other.first }, BY_PERSON)
    expect(await listRedactions()).toBe(true)
    const marks = await marksIn(list)
    expect(marks).toContain(one.first)
    expect(marks.at(-1)).toBe(other.first)
    await compacted()
  })

  test('that cannot be written is said, and complete again once it can', async () => {
    const list = redactionList()
    if (list === null) return
    await compacted()
    const kept = readFileSync(list)
    rmSync(list)
    mkdirSync(list)
    const { storeId, first } = await written()
    await redactVersion({ storeId, versionId: first }, BY_PERSON)
    expect(await listRedactions()).toBe(false)
    await compacted()
    rmSync(list, { recursive: true })
    writeFileSync(list, kept)
    expect(await listRedactions()).toBe(true)
    expect(await marksIn(list)).toContain(first)
  })
})

test('files wait for their compaction where the database cannot be asked at the start', async () => {
  await write((tx) => tx.$executeRaw`ALTER TABLE "Redaction" RENAME TO "Away"`)
  const end = new AbortController()
  const looked = compactLeftOvers(end.signal).catch((error: unknown) => error)
  end.abort()
  const fault: unknown = await looked
  await write((tx) => tx.$executeRaw`ALTER TABLE "Away" RENAME TO "Redaction"`)
  expect(fault).toBeUndefined()
})

test('fingerprints that another key made are told to the operator, and known by nobody here', async () => {
  const { storeId } = await written()
  expect(await fingerprintAdvice()).toBeNull()
  const print = { storeId, length: 6, sum: 1n, mac: 'x', keyId: 'another', createdAt: new Date() }
  await write((tx) => tx.redaction.create({ data: print }))
  expect(await fingerprintAdvice()).toMatch(
    /^1 fingerprints .* made by another key .* set FINGERPRINT_KEY/,
  )
  expect(await redactedTextsOf(storeId)).toEqual(new Map())
})
