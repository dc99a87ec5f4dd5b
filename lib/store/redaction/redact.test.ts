import { createReadStream, readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { compactionFinished } from '../background/compaction'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { findSpellings, findElsewhere, findText } from './find-text'
import { getMemory } from '../memories/read-memories'
import { getVersion } from '../versions/read-versions'
import { listEvents } from '../events/events'
import { StoreError } from '../model/problems'
import { receiptOf, redactText, searchFiles } from './redact-text'
import { redactVersion } from './redact-version'
import { searchHistory } from '../search/search-history'
import { compressAll } from '../background/version-compressor'
import { applyMoment } from '../undo/apply-moment'

const cause: Cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-live-4f9c2e7ab1d0'

/** Everything that the database stores of a version, as bytes to search for afterwards. */
async function storedBytes(db: Database): Promise<Buffer[]> {
  const rows = await db.read.all<{ bytes: Buffer }>('SELECT bytes FROM version_contents')
  return rows.map((row) => row.bytes).filter((bytes) => bytes.length > 20)
}

onBothDatabases((current) => {
  const written = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Redaction' })
    const filler = Array.from({ length: 40 }, (_, line) => `line ${line} of the memory`).join('\n')
    const first = await createMemory(db, {
      storeId,
      path: '/keys/prod.md',
      content: `${filler}\ntoken ${SECRET}\n`,
      cause,
    })
    await updateMemory(db, {
      storeId,
      memoryId: first.id,
      content: `${filler}\ntoken ${SECRET}\nand more\n`,
      cause,
    })
    await updateMemory(db, { storeId, memoryId: first.id, content: `${filler}\nclean\n`, cause })
    return { db, storeId, first, filler }
  }

  test('a redaction of one store says in which others the text still stands', async () => {
    const { db, storeId } = await written()
    const { id: otherId } = await createStore(db, { name: `About ${SECRET}` })
    await createMemory(db, { storeId: otherId, path: '/b.md', content: SECRET, cause })
    const storeIds = [storeId]
    // A memory's version, and the name of its store.
    const elsewhere = { places: 2, storeIds: [otherId] }
    expect(await findElsewhere(db, { text: SECRET, storeIds })).toEqual(elsewhere)
    const wanted = { text: SECRET, replacement: '[x]', cause, tellsElsewhere: true }
    const { finished } = await redactText(db, { ...wanted, storeIds })
    expect(receiptOf(await finished)).toMatchObject({ proof: { placesLeft: 0 }, elsewhere })
    const rest = await redactText(db, { ...wanted, storeIds: [otherId] })
    expect(receiptOf(await rest.finished)?.elsewhere).toEqual({ places: 0, storeIds: [] })
    const all = await redactText(db, wanted)
    expect(receiptOf(await all.finished)?.elsewhere).toBeUndefined()
  })

  test('who waits for a redaction that fails is told why, and given no receipt', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Full' })
    await createMemory(db, { storeId, path: '/a', content: SECRET, cause })
    const compact = vi.spyOn(db, 'compact').mockRejectedValue(new Error('the disk is full'))
    const { finished } = await redactText(db, { text: SECRET, replacement: '[x]', cause })
    const job = await finished
    await compactionFinished(db)
    compact.mockRestore()
    if (job.state !== 'failed') throw new Error(`it is ${job.state}`)
    expectTypeOf(job.result).toEqualTypeOf<null>()
    expect(job).toMatchObject({ result: null, error: 'the disk is full' })
  })

  test('other spellings of a text are found, and go with it', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Spellings' })
    const path = '/notes.md'
    const encoded = Buffer.from(`user:${SECRET}\n`).toString('base64')
    const content = `a ${SECRET}\nb ${SECRET.toUpperCase()}\nc ${encoded}\nd\n`
    await createMemory(db, { storeId, path, content, cause })
    const found = await findSpellings(db, { text: SECRET, storeIds: [storeId] })
    expect(found.map(({ text }) => text)).toContain(SECRET.toUpperCase())
    expect(found.filter(({ text }) => encoded.includes(text))).toHaveLength(1)
    expect(found.map(({ counts }) => counts.memories)).toEqual(found.map(() => 1))

    const also = found.map(({ text }) => text)
    const { finished } = await redactText(db, { text: SECRET, also, replacement: '[x]', cause })
    const receipt = receiptOf(await finished)
    expect(receipt?.proof).toMatchObject({ placesLeft: 0 })
    expect(receipt?.proof?.files.map((file) => file.found)).toEqual(
      receipt?.proof?.files.map(() => 0),
    )
    const { content: after } = await getMemory(db, { storeId, path })
    expect(after).toMatch(/^a \[x\]\nb \[x\]\nc [^\n]*\[x\][^\n]*\nd\n$/)
  })

  test('what stands instead must hold none of the texts that go', async () => {
    const input = { text: SECRET, also: ['other'], replacement: 'an other', cause }
    await expect(redactText(current(), input)).rejects.toMatchObject({
      problem: { rule: 'contains_redacted_text' },
    })
  })

  describe('redacting a version', () => {
    test('empties it, and keeps who and when', async () => {
      const { db, storeId, first } = await written()
      await redactVersion(db, { storeId, versionId: first.versionId, cause })
      expect(await getVersion(db, { storeId, versionId: first.versionId })).toMatchObject({
        operation: 'created',
        path: null,
        content: null,
        sha256: null,
        size: null,
        createdBy: LOCAL_USER_ACTOR,
        redactedBy: LOCAL_USER_ACTOR,
      })
      await compactionFinished(db)
    })

    test('keeps the versions around it readable, whatever they were deltas against', async () => {
      const { db, storeId, first, filler } = await written()
      await compressAll(db)
      const events = await listEvents(db, { storeId, after: 0, limit: 10 })
      const second = events[1]?.version?.id ?? ''
      await redactVersion(db, { storeId, versionId: second, cause })
      const kept = await getVersion(db, { storeId, versionId: first.versionId })
      expect(kept.content).toBe(`${filler}\ntoken ${SECRET}\n`)
      await compactionFinished(db)
    })

    test('removes from the index what only it contained, and not what others contain', async () => {
      const { db, storeId, first } = await written()
      await compressAll(db)
      await redactVersion(db, { storeId, versionId: first.versionId, cause })
      const found = await searchHistory(db, { storeId, query: SECRET, limit: 5 })
      expect(found.hits[0]?.appearances.map(({ from }) => from.sequence)).toEqual([2])
      const gone = await db.read.get<{ count: number }>(
        'SELECT count(*) AS count FROM search_postings WHERE first_sequence = 1',
      )
      const kept = await db.read.get<{ count: number }>(
        'SELECT count(*) AS count FROM search_postings',
      )
      expect([gone?.count, (kept?.count ?? 0) > 0]).toEqual([0, true])
      await compactionFinished(db)
    })

    test('is refused to agents', async () => {
      const { db, storeId, first } = await written()
      const agent: Cause = { actor: { type: 'session', id: 'sesn_1' } }
      const refused = await redactVersion(db, {
        storeId,
        versionId: first.versionId,
        cause: agent,
      }).catch((error: unknown) => error)
      expect((refused as StoreError).problem.kind).toBe('redaction_forbidden')
    })

    test('of a deleted memory removes its path as well, if no other version has it', async () => {
      const { db, storeId } = await written()
      const made = await createMemory(db, { storeId, path: '/jane-doe/x.md', content: 'a', cause })
      const deletion = await removeMemory(db, { storeId, memoryId: made.id, cause })
      for (const versionId of [made.versionId, deletion]) {
        await redactVersion(db, { storeId, versionId, cause })
      }
      const left = await db.read.all("SELECT path FROM path_nodes WHERE path LIKE '%jane-doe%'")
      expect(left).toEqual([])
      await compactionFinished(db)
    })
  })

  describe('redacting a text', () => {
    test('finds it in a deleted memory by the path where that was', async () => {
      const { db, storeId } = await written()
      const made = await createMemory(db, {
        storeId,
        path: '/gone.md',
        content: 'a rare word',
        cause,
      })
      await removeMemory(db, { storeId, memoryId: made.id, cause })
      const { places } = await findText(db, { text: 'a rare word' })
      expect(places).toMatchObject([{ path: '/gone.md', isDeleted: true, isNow: false }])
    })

    test('removes it from heads, versions, paths and remarks, and verifies that in a receipt', async () => {
      const { db, storeId, first } = await written()
      await createMemory(db, {
        storeId,
        path: `/by-name/${SECRET}.md`,
        content: 'the name is the secret',
        cause,
      })
      const live = await createMemory(db, {
        storeId,
        path: '/live.md',
        content: `one ${SECRET} two ${SECRET}`,
        cause,
      })
      await applyMoment(db, {
        storeId,
        batch: { kind: 'history', message: `add ${SECRET}`, reference: 'abc' },
        steps: [{ op: 'write', path: '/other.md', content: 'x' }],
        cause,
      })
      await applyMoment(db, {
        storeId,
        batch: { kind: 'history', message: 'says nothing of it', reference: 'def' },
        steps: [{ op: 'write', path: '/more.md', content: 'y' }],
        cause,
      })
      await createStore(db, { name: `About ${SECRET}` })
      await compressAll(db)
      const before = await findText(db, { text: SECRET })
      expect(before.counts).toEqual({ memories: 2, versions: 4, remarks: 2, conversations: 0 })
      expect(before.places.map(({ kind }) => kind)).toEqual([
        'memory',
        'memory',
        'memory',
        'remark',
        'remark',
      ])
      const held = await storedBytes(db)

      const { finished } = await redactText(db, { text: SECRET, replacement: '[removed]', cause })
      const receipt = receiptOf(await finished)
      expect(receipt).toMatchObject({
        redactedBy: LOCAL_USER_ACTOR,
        rewrittenMemories: before.counts.memories,
        rewrittenVersions: before.counts.versions,
        emptiedVersions: 0,
        rewrittenRemarks: before.counts.remarks,
        proof: { placesLeft: 0 },
      })
      expect(receipt?.notCovered.length).toBeGreaterThan(0)
      expect(JSON.stringify(receipt)).not.toContain(SECRET)
      expect((await getMemory(db, { storeId, memoryId: live.id })).content).toBe(
        'one [removed] two [removed]',
      )
      expect((await getMemory(db, { storeId, path: '/by-name/[removed].md' })).path).toBeTruthy()
      expect((await getMemory(db, { storeId, memoryId: first.id })).content).toContain('clean')

      // Byte for byte: neither the text, nor the rows that held it compressed, are in any file.
      const stillHeld = new Set((await storedBytes(db)).map((bytes) => bytes.toString('hex')))
      const gone = held.filter((bytes) => !stillHeld.has(bytes.toString('hex')))
      expect(gone.length).toBeGreaterThan(0)
      for (const { name, found } of await searchFiles(db.files(), SECRET)) {
        expect({ name, found }).toEqual({ name, found: 0 })
      }
      for (const file of db.files()) {
        const raw = await readIfThere(file)
        for (const bytes of gone) expect(raw.includes(bytes)).toBe(false)
      }
    })

    test('is refused if the replacement contains it', async () => {
      const { db } = await written()
      const refused = redactText(db, { text: SECRET, replacement: `x${SECRET}`, cause })
      await expect(refused).rejects.toThrow(StoreError)
    })

    test('removes it from the id of a tool use, which is caller-supplied text', async () => {
      const { db, storeId } = await written()
      const by = { ...cause, sessionId: 'sesn_1', toolUseId: `call ${SECRET}` }
      const { versionId } = await createMemory(db, { storeId, path: '/a', content: 'x', cause: by })
      const { finished } = await redactText(db, { text: SECRET, replacement: '[removed]', cause })
      await finished
      const version = await getVersion(db, { storeId, versionId })
      expect(version.toolUseId).toBe('call [removed]')
    })

    test('that spans lines is found in every version that has them in sequence', async () => {
      const { db, storeId } = await written()
      await compressAll(db)
      const found = await findText(db, { text: `memory\ntoken ${SECRET}`, storeIds: [storeId] })
      expect(found.counts.versions).toBe(2)
    })
  })
})

async function readIfThere(file: string): Promise<Buffer> {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.of()
  }
}

test('a text is found in a file across read-buffer boundaries', async () => {
  const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs')
  const folder = mkdtempSync('/tmp/palimpsest-search-')
  const file = `${folder}/file`
  const chunk = createReadStream(file, { start: 0 }).on('error', () => {}).readableHighWaterMark
  writeFileSync(file, `${'x'.repeat(chunk - 3)}needle${'x'.repeat(chunk)}needle`)
  expect(await searchFiles([file], 'needle')).toMatchObject([{ found: 2 }])
  rmSync(folder, { recursive: true })
})
