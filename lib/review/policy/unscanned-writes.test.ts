import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import { onSqlite } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { guardAgentsWrites } from './guard-agents-writes'
import { listFindings } from '../findings/read-findings'
import type { DraftRule } from '../model/policy'
import { draftRule } from '../model/policy-presets'
import { savePolicy } from './save-policy'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`

/** More than is scanned in a millisecond. */
const CONTENT = `${'call +49 30 1234567 or ask for an account\n'.repeat(2_000)}${SECRET}\n`

beforeAll(() => {
  vi.stubEnv('SCAN_WAIT_MS', '1')
  guardAgentsWrites()
})

afterAll(() => vi.unstubAllEnvs())

onSqlite((current) => {
  const written = async (
    action: DraftRule['action'],
    cause: Cause = AGENT,
  ): Promise<{ storeId: string; problem: StoreProblem | null }> => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const rule = draftRule(action, { finding: { category: 'secret', severity: null } })
    const draft = { default: 'review' as const, rules: [rule] }
    await savePolicy(current(), { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    try {
      await createMemory(current(), { storeId, path: '/a', content: CONTENT, cause })
      return { storeId, problem: null }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return { storeId, problem: error.problem }
    }
  }

  test.each(['quarantine', 'hold', 'mask', 'refuse'] as const)(
    'what is not scanned in time is held where a rule has secrets: %s',
    async (action) => {
      const { problem } = await written(action)
      const reason = problem?.kind === 'held_by_policy' ? problem.reason : problem
      expect(reason).toMatch(/^because it could not be scanned in full, by the rule rule_/)
      expect(problem).toMatchObject({ isUnscanned: true })
    },
  )

  test('where a rule has secrets reviewed, it is written and reviewed', async () => {
    expect((await written('review')).problem).toBeNull()
  })

  test('allowed by a person who was not told that it could not be scanned, it is held', async () => {
    const { problem } = await written('hold', { ...AGENT, isAllowed: true })
    expect(problem).toMatchObject({ kind: 'held_by_policy', isUnscanned: true })
  })

  test('allowed by one who was told, it is examined afterwards', async () => {
    const cause: Cause = { ...AGENT, isAllowed: true, isAllowedUnscanned: true }
    const { storeId, problem } = await written('hold', cause)
    expect(problem).toBeNull()
    await examineAll(current())
    const { findings } = await listFindings(current(), { storeId, limit: 5, category: 'secret' })
    expect(findings).toMatchObject([{ rule: 'github_token', status: 'open' }])
  })
})
