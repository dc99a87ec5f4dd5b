import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { MAX_FINDINGS } from '@/lib/scan/finding'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** A store's policy over HTTP (review page, Policy). Who may call what is in `who-may.test.ts`. */

interface Body {
  revision: number
  default: string
  rules: { id: string; action: string; lapse_after: number | null }[]
  suspended: { rule: string; agent: string; since: string }[]
  writes: number
  counts: Record<string, number>
  saved_counts: Record<string, number>
  uses: number[]
  content: string
  data?: { path: string }[]
  error?: { type: string; message: string; proposal_id?: string }
}

function policiesOn(current: () => Database) {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const caller = async (input: Partial<CreateApiKeyInput> = {}) => {
    server ??= await serveApi(current())
    const { url } = server
    const key = { name: 'a reviewer', access: 'review' as const, storeIds: null, ...input }
    const { secret } = await createApiKey(current(), key)
    return async (method: string, address: string, sent?: object) => {
      const response = await fetch(`${url}/v1/memory_stores/${address}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      const { status, headers } = response
      return { status, headers, body: (await response.json()) as Body }
    }
  }

  const newStore = async () => (await createStore(current(), { name: 'Notes' })).id

  return { caller, newStore }
}

const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'

const soon = () => new Date(Date.now() + DAY_MS).toISOString()

describe('a policy', () => {
  onBothDatabases((current) => {
    const { caller, newStore } = policiesOn(current)

    test('is read, saved and numbered', async () => {
      const call = await caller()
      const address = `${await newStore()}/review_policy`
      const first = await call('GET', address)
      expect(first.body).toMatchObject({ revision: 0, default: 'review', rules: [] })
      const rules = [{ action: 'hold', match: { operations: ['deleted'] }, lapse_after: 24 }]
      const saved = await call('POST', address, { revision: 0, rules })
      expect(saved.status).toBe(200)
      expect(saved.body).toMatchObject({
        revision: 1,
        rules: [{ action: 'hold', lapse_after: 24 }],
      })
      expect((await call('GET', address)).body).toEqual(saved.body)
    })

    test('is saved only over the revision that was read', async () => {
      const call = await caller()
      const address = `${await newStore()}/review_policy`
      const answers = await Promise.all(
        ['hold', 'refuse'].map((action) =>
          call('POST', address, { revision: 0, rules: [{ action, match: { paths: ['/a'] } }] }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const stale = answers.find(({ status }) => status === 409)
      expect(stale?.body.error?.type).toBe('conflict_error')
      expect(stale?.body.error?.message).toContain('it is at revision 1')
    })

    test('keeps the ids of its rules', async () => {
      const call = await caller()
      const address = `${await newStore()}/review_policy`
      const made = await call('POST', address, { revision: 0, rules: [{ action: 'hold' }] })
      const [rule] = made.body.rules
      const rules = [
        { action: 'refuse', match: { paths: ['/x'] } },
        { id: rule?.id, action: 'hold' },
      ]
      const { body } = await call('POST', address, { revision: 1, rules })
      expect(body.rules[1]?.id).toBe(rule?.id)
      expect(body.rules[0]?.id).not.toBe(rule?.id)
    })
  })

  onSqlite((current) => {
    const { caller, newStore } = policiesOn(current)

    test.each([
      [{ action: 'land' }, 'rules.0.until: must be given with land'],
      [{ action: 'land', until: '2020-01-01T00:00:00Z' }, 'rules.0.until: must be in the future'],
      [
        { action: 'land', until: new Date(Date.now() + 181 * DAY_MS).toISOString() },
        'rules.0.until: must be at most 180 days ahead',
      ],
      [
        { action: 'hold', match: { paths: [`/${'a'.repeat(256)}`] } },
        'rules.0.match.paths.0: must be at most 256 characters',
      ],
      [{ action: 'hold', match: { paths: ['a'] } }, 'rules.0.match.paths.0: must begin with /'],
      [{ action: 'hold', sample: 0.1 }, 'rules.0.sample: must be given with land only'],
      [{ action: 'land', until: soon(), sample: 2 }, 'rules.0.sample: must be at most 1'],
      [{ action: 'mask' }, 'rules.0.match.finding: must be given with mask'],
      [{ action: 'allow' }, 'rules.0.action: must be land'],
      [{ action: 'hold', id: 'rule_none' }, 'rules.0.id: is no rule of the present policy'],
      [{ action: 'hold', match: { path: '/a' } }, 'rules.0.match: has no field path'],
    ])('with %j is refused, naming the field', async (rule, message) => {
      const call = await caller()
      const { status, body } = await call('POST', `${await newStore()}/review_policy`, {
        revision: 0,
        rules: [rule],
      })
      expect(status).toBe(400)
      expect(body.error?.message).toContain(message)
    })

    test('holds a write as a proposal that its caller is told of', async () => {
      const reviewer = await caller()
      const agent = await caller({ access: 'write' })
      const storeId = await newStore()
      const rules = [
        { action: 'hold', match: { paths: ['/held/*'] } },
        { action: 'refuse', match: { paths: ['/refused'] } },
      ]
      await reviewer('POST', `${storeId}/review_policy`, { revision: 0, rules })
      const write = (path: string) => agent('POST', `${storeId}/memories`, { path, content: 'x\n' })
      const held = await write('/held/a')
      expect(held.status).toBe(403)
      expect(held.body.error).toMatchObject({ type: 'permission_error' })
      const proposalId = held.body.error?.proposal_id ?? ''
      const [start, about] = held.body.error?.message.split('; it is not saved yet. ') ?? []
      expect(start).toBe(`/held/a is held for review as ${proposalId}`)
      expect(about).toMatch(
        /^It is held by the rule rule_\w+ about \/held\/\*; a person decides at /,
      )
      expect(about).toMatch(new RegExp(`/review\\?store=${storeId}$`))
      const refused = await write('/refused')
      expect(refused.status).toBe(403)
      expect(refused.body.error?.message).toMatch(/^\/refused was not saved: by the rule rule_/)
      const told = await agent('POST', `${storeId}/memory_tool`, {
        command: 'create',
        path: '/memories/refused',
        file_text: 'x',
      })
      expect(told.body.content).toMatch(/^Error: \/memories\/refused was not saved: by the rule/)
      const { body } = await reviewer('GET', `${storeId}/proposals/${proposalId}`)
      const { proposed } = body as { proposed?: { content_sha256: string } }
      const allowed = await reviewer('POST', `${storeId}/proposals/${proposalId}`, {
        result: 'allow',
        content_sha256: proposed?.content_sha256,
      })
      expect(allowed.status).toBe(200)
      const { body: listed } = await agent('GET', `${storeId}/memories`)
      expect(listed.data?.map(({ path }) => path)).toEqual(['/held/a'])
    })

    test('masks in a write, and its caller is told by a header what stands there now', async () => {
      const reviewer = await caller()
      const storeId = await newStore()
      const match = { finding: { category: 'secret' } }
      const rules = [{ action: 'mask', match }]
      await reviewer('POST', `${storeId}/review_policy`, { revision: 0, rules })
      const agent = await caller({ access: 'write', purpose: 'agent' })
      const write = (path: string, content: string) =>
        agent('POST', `${storeId}/memories?view=full`, { path, content })
      const masked = await write('/a', `the token is ${TOKEN}\n`)
      expect(masked.status).toBe(200)
      expect(masked.body.content).toMatch(/^the token is \[masked: .+\]\n$/)
      expect(`the token is ${masked.headers.get('palimpsest-masked')}\n`).toBe(masked.body.content)
      expect((await write('/b', 'nothing of it\n')).headers.has('palimpsest-masked')).toBe(false)
    })

    test('holds what could not be scanned in full, and both its caller and its reviewer are told so', async () => {
      const reviewer = await caller()
      const agent = await caller({ access: 'write' })
      const storeId = await newStore()
      const rules = [{ action: 'mask', match: { finding: { category: 'secret' } } }]
      await reviewer('POST', `${storeId}/review_policy`, { revision: 0, rules })
      // Made up, in the form of a real one; more of them than a scan tells of.
      const content = `key ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L\n`.repeat(MAX_FINDINGS + 1)
      const held = await agent('POST', `${storeId}/memories`, { path: '/a', content })
      expect(held.status).toBe(403)
      expect(held.body.error?.message).toMatch(
        /It is held because it could not be scanned in full, by the rule rule_\w+ about secrets;/,
      )
      const { proposal_id: proposalId } = held.body.error ?? {}
      const { body } = await reviewer('GET', `${storeId}/proposals/${proposalId}`)
      expect(body).toMatchObject({ state: 'waiting', unscanned: true })
      const { proposed } = body as { proposed?: { content_sha256: string } }
      const allowed = await reviewer('POST', `${storeId}/proposals/${proposalId}`, {
        result: 'allow',
        content_sha256: proposed?.content_sha256,
      })
      expect(allowed.body).toMatchObject({ state: 'allowed' })
    })

    test('says which rules are suspended for whom, and resumes them', async () => {
      const reviewer = await caller()
      const storeId = await newStore()
      const rules = [{ action: 'land', match: { paths: ['/a'] }, until: soon() }]
      const saved = await reviewer('POST', `${storeId}/review_policy`, { revision: 0, rules })
      const rule = saved.body.rules[0]?.id ?? ''
      const agent = 'apikey_agent'
      await current().write((tx) =>
        tx.run(
          `INSERT INTO policy_suspensions (store_key, rule_id, agent, version_sequence, suspended_at)
           SELECT key, ?, ?, 1, 1000 FROM memory_stores WHERE id = ?`,
          [rule, agent, storeId],
        ),
      )
      const { body } = await reviewer('GET', `${storeId}/review_policy`)
      expect(body.suspended).toMatchObject([{ rule, agent }])
      const address = `${storeId}/review_policy/resume`
      const resumed = await reviewer('POST', address, { rule, agent })
      expect(resumed.body.suspended).toEqual([])
      expect((await reviewer('POST', address, { rule, agent })).status).toBe(200)
    })

    test('is tried on the past before it is saved', async () => {
      const call = await caller()
      const storeId = await newStore()
      const cause = { actor: { type: 'session' as const, id: 'sesn_agent' } }
      for (const path of ['/a', '/b', '/pinned']) {
        await createMemory(current(), { storeId, path, content: 'x\n', cause })
      }
      await examineAll(current())
      const { status, body } = await call('POST', `${storeId}/review_policy/dry_run`, {
        rules: [
          { action: 'hold', match: { paths: ['/pinned'] } },
          { action: 'land', until: soon(), match: { paths: ['/a'] } },
        ],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        writes: 3,
        counts: { hold: 1, land: 1, review: 1 },
        saved_counts: { review: 3, hold: 0 },
        uses: [1, 1, 1],
      })
    })
  })
})
