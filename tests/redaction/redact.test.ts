import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { database, db, write } from '@/lib/db'
import { TEXT_COLUMNS } from '@/lib/db/generated/text-columns'
import { jobEnded, stopJob } from '@/lib/jobs/jobs'
import { createSession, getSession } from '@/lib/sessions/sessions'
import { createMemory, putMemory, updateMemory } from '@/lib/store/change-memories'
import { archiveStore, createStore, deleteStore } from '@/lib/store/change-stores'
import { copyStore } from '@/lib/store/copies'
import { readEvents } from '@/lib/store/events'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { findSpellings, findText, withCopies } from '@/lib/store/redact/find'
import { lastRedaction, noteRedacted, redactedIn, redactedTextsOf } from '@/lib/store/redact/known'
import { type Receipt, receiptOf, type RedactAsk, redactText } from '@/lib/store/redact/redact'
import { recordRead } from '@/lib/store/reads'
import { getStore } from '@/lib/store/stores'
import { listVersions } from '@/lib/store/versions'
import { listTests, saveTests } from '@/lib/why/tests'
import { contradictionsIn } from '@/tests/support/sound'
import { describe, test } from '@/tests/support/fixtures'
import { held } from '@/tests/support/held'
import { redacted } from '@/tests/support/redacted'
import { written, textsOf } from '@/tests/support/written'
import { CANARY, columnsWith, plant } from '@/tests/support/planted'

const SECRET = 'sk-live-4f9c2e7ab1d0'

async function redact(ask: Partial<RedactAsk> = {}): Promise<Receipt> {
  const job = await redacted(ask.text ?? SECRET, ask)
  const receipt = receiptOf(job)
  if (!receipt) throw new Error(`the redaction is ${job.state}: ${job.error}`)
  return receipt
}

async function storeWith(memories: Record<string, string[]>, name = 'Redaction') {
  const { id: storeId } = await createStore({ name })
  for (const [path, contents] of Object.entries(memories)) {
    for (const content of contents) await putMemory({ storeId, path, content }, BY_PERSON)
  }
  return storeId
}

const fullVersions = async (storeId: string) =>
  (await listVersions({ storeId, limit: 100, view: 'full' })).items.toReversed()

test('a text goes from every column that may hold one, and from the bytes of the files', async () => {
  const storeId = await plant(CANARY)
  const marked = TEXT_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()
  // What a path cannot hold stands in the other columns.
  const planted = await columnsWith(CANARY)
  expect(planted).toEqual(marked.filter((each) => !/^(Memory|Version)\.path$/.test(each)))

  const receipt = await redact({ text: CANARY })
  expect(await columnsWith(CANARY)).toEqual([])
  expect(receipt.proof).toMatchObject({ left: [] })
  expect(receipt.compaction).toEqual({ isComplete: true, reason: null })
  const { file } = database()
  if (file !== null) {
    expect(receipt.proof.files?.map(({ name }) => name)).toContain('palimpsest.db')
    expect(receipt.proof.files?.map(({ found }) => found)).toEqual(
      receipt.proof.files?.map(() => 0),
    )
    for (const spelling of [CANARY, JSON.stringify(CANARY).slice(1, -1)]) {
      expect(readFileSync(file).includes(spelling)).toBe(false)
    }
  }
  expect(JSON.stringify(receipt)).not.toContain('canary')
  expect(await contradictionsIn(storeId)).toEqual([])
  // What is remembered of a file by its path goes: with another one it would say that the file is gone.
  expect(await db.seedEntry.count()).toBe(0)
})

describe('redacting a text', () => {
  test('leaves what waits on a text that stays, where only an earlier path goes', async () => {
    const storeId = await storeWith({ [`/${SECRET}.md`]: ['clean'] })
    const { id: memoryId, sha256 } = await getMemory({ storeId, path: `/${SECRET}.md` }, 'basic')
    await updateMemory({ storeId, memoryId, path: '/b.md' }, BY_PERSON)
    await held(storeId, '/b.md', 'x', sha256)
    expect(await redact({ storeIds: [storeId] })).toMatchObject({ rewritten: 1 })
    const waiting = await db.heldWrite.findFirst({ where: { storeId } })
    expect(waiting).toMatchObject({ state: 'waiting', steps: [{ expected: sha256 }] })
  })

  test('rewrites heads as new versions, earlier ones in place, each with its new hash', async () => {
    const storeId = await storeWith({
      '/a.md': [`one ${SECRET}`, `two ${SECRET} ${SECRET}`, 'clean'],
      '/b.md': [`now ${SECRET}`],
    })
    const receipt = await redact({ storeIds: [storeId] })
    expect(receipt).toMatchObject({
      places: [
        { place: 'memory', count: 1 },
        { place: 'version', count: 3 },
      ],
      heads: 1,
      rewritten: 3,
      emptied: 0,
      rows: 0,
      wasResumed: false,
    })
    expect(await textsOf(storeId)).toEqual({ '/a.md': 'clean', '/b.md': 'now [gone]' })
    const versions = await fullVersions(storeId)
    expect(versions.map(({ content }) => content)).toEqual([
      'one [gone]',
      'two [gone] [gone]',
      'clean',
      'now [gone]',
      'now [gone]',
    ])
    expect(versions.map(({ rewrittenAt }) => rewrittenAt !== null)).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
    expect(await contradictionsIn(storeId)).toEqual([])
  })

  test('does only what was shown: another place of any spelling or copy, and nothing is done', async () => {
    const storeId = await storeWith({ '/a.md': [SECRET], '/b.md': [SECRET.toUpperCase()] })
    const copyId = await storeWith({ '/a.md': [SECRET] })
    const also = [SECRET.toUpperCase()]
    const storeIds = [storeId, copyId]
    const look = () => findText({ text: SECRET, also, storeIds, limit: 0 })
    const ask = { text: SECRET, also, storeIds, replacement: '', earlierVersions: 'empty' as const }
    for (const [where, path, content] of [
      [storeId, '/b.md', `again ${also[0]}`],
      [copyId, '/b.md', SECRET],
    ] as const) {
      const { hash } = await look()
      expect((await look()).hash).toBe(hash)
      await putMemory({ storeId: where, path, content }, BY_PERSON)
      const refused = redactText(ask, BY_PERSON, { hash })
      await expect(refused).rejects.toMatchObject({ code: 'plan_changed' })
    }
    const { id } = await redactText(ask, BY_PERSON, { hash: (await look()).hash })
    expect(await jobEnded(id)).toMatchObject({ state: 'done' })
    expect((await look()).counts).toEqual([])
  })

  test('again changes nothing and says so', async () => {
    const storeId = await storeWith({ '/a.md': [SECRET, 'clean'] })
    await redact({ storeIds: [storeId] })
    const before = await fullVersions(storeId)
    const receipt = await redact({ storeIds: [storeId] })
    expect(receipt).toMatchObject({ places: [], heads: 0, rewritten: 0, rows: 0 })
    expect(await fullVersions(storeId)).toEqual(before)
  })

  test('empties earlier versions where that is asked for, and keeps who and when', async () => {
    const storeId = await storeWith({ '/a.md': [`one ${SECRET}`, `two ${SECRET}`] })
    const before = await fullVersions(storeId)
    const receipt = await redact({ storeIds: [storeId], earlierVersions: 'empty' })
    expect(receipt).toMatchObject({ heads: 1, rewritten: 0, emptied: 2 })
    const after = await fullVersions(storeId)
    expect(after.map(({ content, path }) => [content, path])).toEqual([
      [null, null],
      [null, null],
      ['two [gone]', '/a.md'],
    ])
    expect(after[0]).toMatchObject({ sha256: null, size: null, redactedById: BY_PERSON.actor.id })
    expect(after[0]?.createdAt).toEqual(before[0]?.createdAt)
    expect(await contradictionsIn(storeId)).toEqual([])
  })

  test('renames what has it in its path, now and in the past, to one path that nothing else ever had', async () => {
    const storeId = await storeWith({
      [`/by/${SECRET}/a.md`]: ['a'],
      '/by/[gone]/other.md': ['stood there meanwhile'],
      [`/${SECRET}.md`]: ['b'],
    })
    const at = (await fullVersions(storeId)).find(({ path }) => path === `/${SECRET}.md`)
    const memoryId = at?.memoryId ?? ''
    await updateMemory({ storeId, memoryId, path: '/b.md' }, BY_PERSON)
    const receipt = await redact({ storeIds: [storeId] })
    expect(receipt.proof.left).toEqual([])
    expect(Object.keys(await textsOf(storeId)).sort()).toEqual([
      '/b.md',
      '/by/[gone]/a.md',
      '/by/[gone]/other.md',
    ])
    const past = await getMemory({ storeId, path: '/[gone].md', at: at?.sequence }, 'full')
    expect(past.content).toBe('b')
  })

  test('of some stores leaves others alone, and says what still has it there', async () => {
    const one = await storeWith({ '/a.md': [SECRET] })
    const other = await storeWith({ '/b.md': [SECRET] }, `About ${SECRET}`)
    const receipt = await redact({ storeIds: [one] })
    expect(await textsOf(other)).toEqual({ '/b.md': SECRET })
    expect(receipt.elsewhere).toEqual([
      { place: 'memory', count: 1 },
      { place: 'version', count: 1 },
      { place: 'Store.name', count: 1 },
    ])
    const all = await redact()
    expect(all.elsewhere).toBeNull()
    const events = await readEvents(other, 0, 10)
    expect(events.at(-1)?.type).toBe('memory_store.updated')
    expect((await getStore(other)).name).toBe('About [gone]')
    expect(await textsOf(other)).toEqual({ '/b.md': '[gone]' })
  })

  test('looks through more than one statement takes, in every table', async () => {
    const text = 'a text among many rows'
    const { id: storeId } = await createStore({ name: 'Many' })
    const texts = Array.from({ length: 450 }, (_, at): [string, string] => [
      `/m${String(at).padStart(3, '0')}.md`,
      at % 149 === 0 ? text : 'nothing',
    ])
    await written(storeId, Object.fromEntries(texts))
    const at = new Date()
    const seedId = `seed_${storeId}`
    await write(async (tx) => {
      const seed = { id: seedId, storeId, source: 'a', createdAt: at, updatedAt: at }
      await tx.seed.create({ data: seed })
      const entries = texts.map(([path, content]) => ({
        seedId,
        path: path + content,
        sha256: 'x',
      }))
      await tx.seedEntry.createMany({ data: entries })
    })
    const receipt = await redact({ text, storeIds: [storeId] })
    expect(receipt.places).toEqual([
      { place: 'memory', count: 4 },
      { place: 'version', count: 4 },
      { place: 'SeedEntry.path', count: 4 },
    ])
    expect(receipt.proof.left).toEqual([])
    expect(await db.seedEntry.count({ where: { seedId } })).toBe(446)
  })

  test('reaches archived stores', async () => {
    const storeId = await storeWith({ '/a.md': [SECRET] })
    await archiveStore(storeId, BY_PERSON)
    await redact({ storeIds: [storeId] })
    expect(await textsOf(storeId)).toEqual({ '/a.md': '[gone]' })
  })

  test('reaches copies and their copies where they are asked for along with their origin', async () => {
    const origin = await storeWith({ '/a.md': [SECRET] })
    const copyOf = async (storeId: string) => {
      const job = await jobEnded((await copyStore({ storeId, name: 'Copy' }, BY_PERSON)).id)
      return (job.input as { copyId: string }).copyId
    }
    const copy = await copyOf(origin)
    const deep = await copyOf(copy)
    expect((await withCopies([origin])).sort()).toEqual([origin, copy, deep].sort())
    await redact({ storeIds: await withCopies([origin]) })
    for (const storeId of [origin, copy, deep]) {
      expect(await textsOf(storeId)).toEqual({ '/a.md': '[gone]' })
    }
  })

  test('reaches a copy that was being made when it began', async () => {
    const origin = await storeWith({ '/a.md': [SECRET] })
    const copy = await storeWith({ '/a.md': [SECRET] })
    const data = { copiedFromId: origin, deletedAt: new Date() }
    await write((tx) => tx.store.update({ where: { id: copy }, data }))
    await redact({ storeIds: [origin] })
    expect(await textsOf(copy)).toEqual({ '/a.md': '[gone]' })
  })

  test('takes other spellings along', async () => {
    const encoded = Buffer.from(`user:${SECRET}\n`).toString('base64')
    const upper = SECRET.toUpperCase()
    const storeId = await storeWith({ '/a.md': [`a ${SECRET}\nb ${upper}\nc ${encoded}\nd\n`] })
    const found = await findSpellings({ text: SECRET, storeIds: [storeId] })
    expect(found.map(({ text }) => text)).toContain(upper)
    expect(found.filter(({ text }) => encoded.includes(text))).toHaveLength(1)
    await redact({ storeIds: [storeId], also: found.map(({ text }) => text) })
    const { '/a.md': left } = await textsOf(storeId)
    expect(left).toMatch(/^a \[gone\]\nb \[gone\]\nc [^\n]*\[gone\][^\n]*\nd\n$/)
  })

  test('has room for its replacement even where the store has none', async () => {
    const { id: storeId } = await createStore({
      name: 'Full',
      limits: { memoryBytes: 20, versions: 1 },
    })
    await createMemory({ storeId, path: '/a.md', content: SECRET }, BY_PERSON)
    await redact({ storeIds: [storeId], replacement: 'a replacement that is longer' })
    const { '/a.md': left = '' } = await textsOf(storeId)
    expect([...left]).toHaveLength(1)
  })

  test('in damaged versions empties them', async () => {
    const storeId = await storeWith({ '/a.md': [`one ${SECRET}`, 'clean'] })
    const [first] = await fullVersions(storeId)
    await write((tx) =>
      tx.version.update({ where: { id: first?.id ?? '' }, data: { content: `bad ${SECRET}` } }),
    )
    expect(await redact({ storeIds: [storeId] })).toMatchObject({ rewritten: 0, emptied: 1 })
  })

  test('in a damaged memory leaves nothing of it, which would pass for what somebody wrote', async () => {
    const storeId = await storeWith({ '/a.md': [`one ${SECRET}`] })
    const damage = { where: { storeId }, data: { content: `onf ${SECRET}` } }
    await write((tx) => tx.memory.updateMany(damage))
    await redact({ storeIds: [storeId] })
    expect(await textsOf(storeId)).toEqual({ '/a.md': '[gone]' })
  })

  test('is refused where a store that it asks for is not there, and passes over one that is deleted since', async () => {
    const none = { storeIds: ['memstore_none'] }
    await expect(redact(none)).rejects.toMatchObject({ code: 'store_not_found' })
    const storeId = await storeWith({ '/a.md': [SECRET] })
    const ask = { text: SECRET, replacement: 'x', earlierVersions: 'rewrite' as const }
    const { id } = await redactText({ ...ask, storeIds: [storeId] }, BY_PERSON)
    await deleteStore(storeId, BY_PERSON)
    expect((await jobEnded(id)).state).toBe('done')
  })

  test('goes on in a store that is half purged', async () => {
    const storeId = await storeWith({ '/a.md': [SECRET, 'between', SECRET] })
    await write(async (tx) => {
      await tx.store.update({ where: { id: storeId }, data: { deletedAt: new Date() } })
      await tx.version.deleteMany({ where: { storeId } })
    })
    const receipt = await redact({ storeIds: [storeId] })
    expect(receipt.proof.left).toEqual([])
  })

  test('takes it out of the names that callers gave their sessions, and leaves ids of ours alone', async () => {
    const storeId = await storeWith({})
    const write = (path: string, sessionId: string) =>
      createMemory({ storeId, path, content: 'x' }, { ...BY_PERSON, sessionId })
    const ours = 'sesn_1pBBDgtM111iQTaxpBsbpHht'
    await write('/ours.md', ours)
    const named = { ...BY_PERSON, sessionId: 'about iQTax' }
    const { id, versionId } = await createMemory({ storeId, path: '/n.md', content: 'x' }, named)
    recordRead({ storeId, memoryId: id, id: versionId }, named)
    const { rows, proof } = await redact({ text: 'iQTax', storeIds: [storeId] })
    expect({ rows, left: proof.left }).toEqual({ rows: 2, left: [] })
    const sessions = (await fullVersions(storeId)).map(({ sessionId }) => sessionId)
    expect(sessions).toEqual([ours, 'about [gone]'])
    expect(await db.memoryRead.count({ where: { storeId } })).toBe(0)
  })

  test('leaves sessions and tests to be read, whatever it leaves of their words', async () => {
    const storeId = await storeWith({})
    const clearing = { tool_uses: { exclude_tools: ['ocelot'] } }
    const asked = { model: 'ocelot', approval: 'always_ask', context: { clearing } } as const
    const stores = [{ storeId }]
    const { id } = await createSession({ settings: asked, stores }, BY_PERSON)
    const checks = [{ type: 'contains', text: 'ocelot' }]
    const asks = { name: 'A', messages: ['ocelot'], checks, model: 'ocelot' }
    await saveTests(storeId, [asks], BY_PERSON)
    for (const text of ['ocelot', 'memory', 'ask', 'only']) await redact({ text, replacement: '' })
    const settings = { model: '', approval: 'always_ask', tool_set: 'memory' }
    expect(await getSession(id)).toMatchObject({ settings })
    const question = { messages: [''], checks: [{ text: '' }], model: '', access: 'read_only' }
    expect(await listTests(storeId)).toMatchObject([{ question }])
  })

  test('of a few letters is not told as left where ids have them by chance', async () => {
    const storeId = await storeWith({ '/a.md': ['once'] })
    const text = storeId.slice(-4)
    await storeWith({ '/b.md': [`say ${text}`] })
    expect((await redact({ text })).proof).toEqual({ left: [], files: null })
  })

  test('is not offered for what nobody sees any more', async () => {
    const text = 'a text in a store that is being deleted'
    const storeId = await storeWith({ '/a.md': [text] })
    expect((await findText({ text, limit: 10 })).total).toBe(1)
    await write((tx) =>
      tx.store.update({ where: { id: storeId }, data: { deletedAt: new Date() } }),
    )
    expect(await findText({ text, limit: 10 })).toMatchObject({ counts: [], hits: [], total: 0 })
  })

  test('is known again where it comes back', async () => {
    const text = 'a text that only this test redacts'
    const storeId = await storeWith({ '/a.md': [text] })
    await redact({ text, storeIds: [storeId] })
    const known = await redactedTextsOf(storeId)
    expect(await redactedIn(known, `say ${text} again`)).toBeInstanceOf(Date)
    expect(await redactedIn(known, `say ${text.slice(1)} again`)).toBeNull()
    const elsewhere = await redactedTextsOf(await storeWith({}))
    expect(await redactedIn(elsewhere, text)).toBeNull()
    const last = await lastRedaction(storeId)
    const before = new Date(Date.now() - 3_600_000)
    await write((tx) => noteRedacted(tx, storeId, [text], before))
    expect(await lastRedaction(storeId), 'after the clock was set back').not.toBe(last)
  })
})

test('others write and read while a text is taken out, and what they wrote stays', async () => {
  const storeId = await storeWith(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/m${at}.md`, [`${at} ${SECRET}`]])),
  )
  const { id: other } = await createStore({ name: 'Other' })
  const { id } = await redactText(
    { text: SECRET, replacement: '[gone]', storeIds: [storeId], earlierVersions: 'rewrite' },
    BY_PERSON,
  )
  const writing = Array.from({ length: 10 }, async (_, at) => {
    const here = await createMemory({ storeId, path: `/new${at}.md`, content: `${at}` }, BY_PERSON)
    await createMemory({ storeId: other, path: `/n${at}.md`, content: SECRET }, BY_PERSON)
    await updateMemory({ storeId, memoryId: here.id, content: `${at} ${SECRET}` }, BY_PERSON)
  })
  await Promise.all(writing)
  expect(receiptOf(await jobEnded(id))?.compaction).toEqual({ isComplete: true, reason: null })
  await redact({ storeIds: [storeId] })
  const texts = await textsOf(storeId)
  expect(Object.keys(texts)).toHaveLength(40)
  expect(Object.values(texts).filter((text) => text.includes(SECRET))).toEqual([])
  expect(new Set(Object.values(await textsOf(other)))).toEqual(new Set([SECRET]))
  expect(await contradictionsIn(storeId)).toEqual([])
})

test('one that is stopped keeps what is done, forgets the text, and goes on when it is asked for again', async () => {
  const text = 'a text of the one that is stopped'
  const storeId = await storeWith(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`/m${at}.md`, [text, `${at} ${text}`]]),
    ),
  )
  const ask = {
    text,
    replacement: '[gone]',
    storeIds: [storeId],
    earlierVersions: 'rewrite' as const,
  }
  const { id } = await redactText(ask, BY_PERSON)
  await stopJob(id)
  const stopped = await jobEnded(id)
  expect(stopped).toMatchObject({ state: 'stopped', result: null })
  expect(receiptOf(stopped)).toBeNull()
  expect(JSON.stringify(await db.job.findMany())).not.toContain(text)
  expect(await contradictionsIn(storeId)).toEqual([])
  expect((await redact(ask)).proof.left).toEqual([])
  expect(Object.values(await textsOf(storeId)).filter((each) => each.includes(text))).toEqual([])
})
