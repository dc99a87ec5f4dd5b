import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import type { DraftRule, PolicyDraft } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { quarantineOf } from '@/lib/store/quarantine/quarantines'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { contents, jsonLines, second } from '@/tests/support/seeding'
import { storedByHand, zipByHand } from '@/tests/support/zip-by-hand'

/** A store's policy judges an import over the API line by line (review page, Policy). */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
const SECRETS = { finding: { category: 'secret', severity: null } } as const

interface Report {
  state: string
  result: {
    versions: number
    counts: Record<string, number>
    entries: { path: string; action: string; reason: string | null; why: Why | null }[]
  }
}

interface Why {
  code: string
  rule?: string
  proposal?: string
}

type Caller = Partial<CreateApiKeyInput> | null

const AGENT: Caller = { access: 'write', purpose: 'agent' }

/** Every kind of agent. */
const AGENTS: [string, Caller][] = [
  ['without a key', null],
  ["with an agent's key", AGENT],
  ["with an agent's key that administers", { access: 'admin', purpose: 'agent' }],
]

function importsOn(current: () => Database) {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const importer = async (key: Caller) => {
    server ??= await serveApi(current())
    const { url } = server
    const headers: Record<string, string> = {}
    if (key) {
      const made = { name: 'k', access: 'write' as const, storeIds: null, ...key }
      headers.authorization = `Bearer ${(await createApiKey(current(), made)).secret}`
    }
    return async (storeId: string, body: string | Buffer, query = '') => {
      const address = `${url}/v1/memory_stores/${storeId}/import?wait=true${query}`
      const sent = typeof body === 'string' ? body : new Uint8Array(body)
      const response = await fetch(address, { method: 'POST', headers, body: sent })
      const job = (await response.json()) as Report
      expect(job.state).toBe('done')
      return job.result
    }
  }

  const storeWith = async (
    rules: DraftRule[],
    otherwise: PolicyDraft['default'] = 'review',
  ): Promise<string> => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const draft = { default: otherwise, rules }
    await savePolicy(current(), { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    return storeId
  }

  const told = ({ entries }: Report['result']) =>
    Object.fromEntries(entries.map(({ path, action, why }) => [path, [action, why?.code ?? null]]))

  return { importer, storeWith, told }
}

const write = (path: string, content: string) => ({ op: 'write', path, content })

const SOURCES: [string, string | Buffer, string][] = [
  ['JSON Lines', jsonLines({ path: '/CLAUDE.md', content: 'bad\n' }), ''],
  [
    'a history',
    jsonLines({
      at: new Date(Date.now() + 60_000).toISOString(),
      author: 'Ada',
      changes: [write('/CLAUDE.md', 'bad\n')],
    }),
    '&history=true',
  ],
  ['a zip', zipByHand([storedByHand('CLAUDE.md', 'bad\n')]), ''],
]

describe('an agent that imports', () => {
  onBothDatabases((current) => {
    const { importer, storeWith, told } = importsOn(current)

    test.each(AGENTS)(
      '%s is refused, masked, held and put in quarantine line by line',
      async (_, key) => {
        const storeId = await storeWith([
          draftRule('refuse', { paths: ['/refused/*'] }),
          draftRule('hold', { paths: ['/held/*'] }),
          draftRule('quarantine', { paths: ['/apart/*'] }),
          draftRule('mask', SECRETS),
        ])
        const run = await importer(key)
        const report = await run(
          storeId,
          jsonLines(
            { path: '/a', content: 'free\n' },
            { path: '/refused/a', content: 'no\n' },
            { path: '/held/a', content: 'wait\n' },
            { path: '/apart/a', content: 'see\n' },
            { path: '/secret', content: `token ${SECRET}\n` },
          ),
        )
        expect(told(report)).toEqual({
          '/a': ['create', null],
          '/refused/a': ['skip', 'refused_by_policy'],
          '/held/a': ['skip', 'held_by_policy'],
          '/apart/a': ['create', 'quarantined_by_policy'],
          '/secret': ['create', 'masked_by_policy'],
        })
        expect(report.versions).toBe(3)
        const written = await contents(current(), storeId)
        expect(Object.keys(written)).toEqual(['/a', '/apart/a', '/secret'])
        expect(written['/secret']).not.toContain(SECRET)
        const [proposal, ...others] = await listProposals(current(), { storeId, limit: 9 })
        expect(others).toEqual([])
        expect(proposal).toMatchObject({ path: '/held/a', state: 'waiting' })
        const held = report.entries.find(({ path }) => path === '/held/a')
        expect(held?.reason).toContain(`held for review as ${proposal?.id}`)
        const [apart] = (await listVersions(current(), { storeId, pathStart: '/apart', limit: 1 }))
          .versions
        expect(
          await quarantineOf(current(), { storeId, memoryId: apart?.memoryId ?? '' }),
        ).toMatchObject({
          rule: { revision: 1 },
        })
      },
    )

    test('makes one changeset with all that it wrote and all that waits', async () => {
      const storeId = await storeWith([draftRule('hold', { paths: ['/held/*'] })])
      const run = await importer(AGENT)
      const lines = Array.from({ length: 100 }, (_, n) => ({ path: `/n${n}`, content: 'x\n' }))
      await run(storeId, jsonLines(...lines, { path: '/held/a', content: 'x\n' }))
      const { changesets } = await listChangesets(current(), { storeId, limit: 9 })
      expect(changesets).toMatchObject([{ changeCount: 100, state: 'open' }])
      const [proposal] = await listProposals(current(), { storeId, limit: 9 })
      expect(proposal?.changesetId).toBe(changesets[0]?.id)
    })

    test('makes one changeset of a history, whoever it says wrote it and when', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      const run = await importer(AGENT)
      const lines = [0, 86_400, 172_800].map((at, n) => ({
        at: second(at),
        author: 'Ada',
        changes: [write('/a', `${n}\n`)],
      }))
      expect((await run(storeId, jsonLines(...lines), '&history=true')).versions).toBe(3)
      await examineAll(current())
      const { changesets } = await listChangesets(current(), { storeId, limit: 9 })
      expect(changesets).toMatchObject([{ changeCount: 3, actor: { type: 'api_key' } }])
    })
  })

  onSqlite((current) => {
    const { importer, storeWith, told } = importsOn(current)

    const withInstructions = async () => {
      const storeId = await storeWith([draftRule('refuse', { paths: ['/**'] })], 'hold')
      const memory = { storeId, path: '/CLAUDE.md', content: 'good\n', cause: PERSON }
      await createMemory(current(), memory)
      return storeId
    }

    test.each(
      SOURCES.flatMap(([name, body, query]) =>
        ['leave', 'source', 'store'].map((choice) => [name, choice, body, query] as const),
      ),
    )(
      'does not replace what a person wrote, by %s with conflicts=%s',
      async (_, choice, body, query) => {
        const storeId = await withInstructions()
        const run = await importer(AGENT)
        await run(storeId, body, `${query}&conflicts=${choice}`)
        expect(await contents(current(), storeId)).toEqual({ '/CLAUDE.md': 'good\n' })
        expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
      },
    )

    test('asks once for each path of a history, for what it holds in the end', async () => {
      const storeId = await storeWith([], 'hold')
      const run = await importer(AGENT)
      const lines = [
        { at: second(1), changes: [write('/a', 'one\n')] },
        { at: second(2), changes: [write('/gone', 'one\n')] },
        { at: second(3), changes: [write('/a', 'two\n')] },
        { at: second(4), changes: [{ op: 'delete', path: '/gone' }] },
      ]
      const report = await run(storeId, jsonLines(...lines), '&history=true')
      expect(report.versions).toBe(0)
      const proposals = await listProposals(current(), { storeId, limit: 9 })
      expect(proposals.map(({ path }) => path)).toEqual(['/a'])
      const { proposal } = report.entries.find(({ path }) => path === '/a')?.why ?? {}
      expect(proposal).toBe(proposals[0]?.id)
      const row = await current().read.get<{ command: string }>(
        'SELECT command FROM proposals WHERE id = ?',
        [proposal ?? ''],
      )
      expect(JSON.parse(row?.command ?? '')).toEqual({ kind: 'put', path: '/a', content: 'two\n' })
    })

    test('again asks for nothing that waits already', async () => {
      const storeId = await storeWith([], 'hold')
      const run = await importer(AGENT)
      const body = jsonLines({ path: '/a', content: 'x\n' })
      const first = await run(storeId, body)
      expect((await run(storeId, body)).entries).toEqual(first.entries)
      expect(await listProposals(current(), { storeId, limit: 9 })).toHaveLength(1)
    })

    test('cannot date its lines back to when a rule let them land', async () => {
      const until = Date.now() + DAY_MS
      const rule = draftRule('land', { paths: ['/a'] }, { until, sample: null })
      const storeId = await storeWith([rule], 'hold')
      await current().write((tx) =>
        tx.run('UPDATE policy_revisions SET policy = replace(policy, ?, ?)', [
          String(until),
          String(Date.now() - 1),
        ]),
      )
      const run = await importer(AGENT)
      const body = jsonLines({ at: second(1), changes: [write('/a', 'x\n')] })
      expect(told(await run(storeId, body, '&history=true'))).toEqual({
        '/a': ['skip', 'held_by_policy'],
      })
    })

    test('has deletions and renames of what its source lost held, too', async () => {
      const storeId = await storeWith([draftRule('hold', { operations: ['deleted'] })])
      const run = await importer(AGENT)
      await run(
        storeId,
        jsonLines({ path: '/a', content: 'x\n' }, { path: '/b', content: 'y\n' }),
        '&name=n',
      )
      const report = await run(storeId, jsonLines({ path: '/a', content: 'x\n' }), '&name=n')
      expect(told(report)).toEqual({ '/a': ['unchanged', null], '/b': ['skip', 'held_by_policy'] })
      expect(Object.keys(await contents(current(), storeId))).toEqual(['/a', '/b'])
    })

    test('cannot change what is in quarantine, and the rest is imported', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      const kept = { storeId, path: '/kept', content: 'x\n', cause: PERSON }
      const { id: memoryId } = await createMemory(current(), kept)
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      const run = await importer(AGENT)
      const lines = [
        { path: '/kept', content: 'y\n' },
        { path: '/a', content: 'x\n' },
      ]
      expect(told(await run(storeId, jsonLines(...lines), '&conflicts=source'))).toEqual({
        '/kept': ['skip', 'in_quarantine'],
        '/a': ['create', null],
      })
    })

    test.each([
      ['a script that may review', { access: 'review', purpose: 'script' }],
      ['a script that administers', { access: 'admin', purpose: 'script' }],
    ] as [string, Caller][])('but not %s: what it imports is exempt', async (_, key) => {
      const storeId = await withInstructions()
      const run = await importer(key)
      const body = jsonLines({ path: '/CLAUDE.md', content: 'better\n' })
      await run(storeId, body, '&conflicts=source')
      expect(await contents(current(), storeId)).toEqual({ '/CLAUDE.md': 'better\n' })
      expect((await listChangesets(current(), { storeId, limit: 9 })).changesets).toEqual([])
    })

    test('but not a script with a history of agents: its importer answers for it', async () => {
      const storeId = await withInstructions()
      const run = await importer({ access: 'admin', purpose: 'script' })
      const actor = { type: 'session', id: 'sesn_elsewhere' }
      const at = new Date(Date.now() + 60_000).toISOString()
      const body = jsonLines({ at, actor, changes: [write('/b', 'x\n')] })
      await run(storeId, body, '&history=true')
      expect(await contents(current(), storeId)).toMatchObject({ '/b': 'x\n' })
      expect((await listChangesets(current(), { storeId, limit: 9 })).changesets).toEqual([])
    })
  })
})
