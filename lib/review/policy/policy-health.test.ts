import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { scan } from '@/lib/scan/scanner'
import { addProposal, type Completion, completeProposals } from '@/lib/store/proposals/proposals'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { getPolicy, listPolicyRevisions } from './get-policy'
import { guardAgentsWrites } from './guard-agents-writes'
import { listChangesets } from '../changesets/list-changesets'
import { hunkId } from '../model/hunk'
import type { DraftRule } from '../model/policy'
import { draftRule } from '../model/policy-presets'
import { policyAgents, policyHealth } from './policy-health'
import { resumeRule } from './policy-standing'
import { savePolicy } from './save-policy'
import { storeStops } from './store-stops'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

beforeAll(async () => {
  guardAgentsWrites()
  const lines = [{ number: 1, text: 'A line.' }]
  expect(await scan({ path: '/a', lines }, { caller: 'test', deadlineMs: 20_000 })).toMatchObject({
    state: 'scanned',
  })
})

async function storeWith(db: Database, rules: DraftRule[]): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const draft = { default: 'review' as const, rules }
  await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
  return storeId
}

const healthOf = async (db: Database, storeId: string) =>
  policyHealth(db, { storeId, policy: await getPolicy(db, storeId), now: Date.now() })

/** Writes that waited by the store's first rule, and how each ended. */
async function completed(
  db: Database,
  storeId: string,
  ends: readonly Completion[],
): Promise<void> {
  const { rules, revision } = await getPolicy(db, storeId)
  const rule = { id: rules[0]?.id ?? '', revision }
  for (const end of ends) {
    await db.write(async (tx) => {
      const write = { storeId, command: {}, path: '/a', kind: 'deleted', cause: AGENT } as const
      const proposalId = (await addProposal(tx, { ...write, rule })) ?? ''
      await completeProposals(tx, { proposalId }, end)
    })
  }
}

const ALLOWED: Completion = { state: 'allowed', by: LOCAL_USER_ACTOR }

/** Rejects the first hunk of the store's only changeset. */
async function rejectFirst(db: Database, storeId: string): Promise<void> {
  await examineAll(db)
  const [changeset] = (await listChangesets(db, { storeId, limit: 1 })).changesets
  const changesetId = changeset?.id ?? ''
  const [memory] = await changesetMemories(db, changesetId)
  const [hunk] = memory?.hunks ?? []
  if (!memory || !hunk) throw new Error('nothing to reject')
  const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
  const decisions = [{ hunkId: name, decision: 'rejected' as const, seen: true }]
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
}

describe('the health of a policy', () => {
  onBothDatabases((current) => {
    test('lists what a rule masked and refused: who, where and when, and never the text', async () => {
      const db = current()
      const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
      const finding = { category: 'secret', severity: null } as const
      const storeId = await storeWith(db, [
        draftRule('mask', { finding, paths: ['/notes/**'] }),
        draftRule('refuse', { paths: ['/closed/**'] }),
      ])
      const write = (path: string, content: string) =>
        createMemory(db, { storeId, path, content, cause: AGENT }).catch((error: unknown) => {
          if (!(error instanceof StoreError)) throw error
        })
      await write('/notes/a', `the ${token}\n`)
      await write('/closed/b', `the ${token}\n`)
      await write(`/closed/${token}`, 'x\n')
      const [masking, refusing] = await healthOf(db, storeId)
      const agent = AGENT.actor.id
      expect(masking?.stops).toMatchObject([{ action: 'mask', agent, path: '/notes/a' }])
      expect(masking?.stops[0]?.versionId).toMatch(/^memver_/)
      const refused = { action: 'refuse', agent, operation: 'created', versionId: null }
      const all = await storeStops(current(), storeId)
      const expected = [masking, refusing].flatMap((rule) => rule?.stops ?? [])
      expect(new Set(all.map(({ key }) => key))).toEqual(new Set(expected.map(({ key }) => key)))
      expect(new Set(all.map(({ ruleIndex }) => ruleIndex))).toEqual(new Set([0, 1]))
      expect(refusing?.stops).toMatchObject([
        { ...refused, path: null },
        { ...refused, path: '/closed/b' },
      ])
      const kept = await db.read.all('SELECT * FROM policy_outcomes', [])
      expect(JSON.stringify(kept)).not.toContain(token)
    })

    test('counts what each rule decided, by day, and what the default did', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('review', { paths: ['/a'] })])
      await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
      await createMemory(db, { storeId, path: '/b', content: 'x\n', cause: AGENT })
      const [rule, otherwise] = await healthOf(db, storeId)
      expect(rule?.uses.slice(-2).reduce((all, each) => all + each)).toBe(1)
      expect(rule?.uses).toHaveLength(30)
      expect(otherwise?.uses.slice(-2).reduce((all, each) => all + each)).toBe(1)
      expect(rule?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000)
    })

    test('tells what became of the writes that a rule held', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('hold', { operations: ['deleted'] })])
      const denied: Completion = { state: 'denied', by: LOCAL_USER_ACTOR }
      const lapsed: Completion = { state: 'lapsed', by: null }
      await completed(db, storeId, [ALLOWED, { ...ALLOWED, isEdited: true }, denied, lapsed])
      const [rule] = await healthOf(db, storeId)
      expect(rule).toMatchObject({
        allowed: 2,
        allowedEdited: 1,
        denied: 1,
        lapsed: 1,
        isLoose: false,
      })
      expect(rule?.medianWait).toBeGreaterThanOrEqual(0)
    })

    test('proposes to loosen what was allowed unchanged fifty times in a row', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('hold', { operations: ['deleted'] })])
      await completed(db, storeId, Array(49).fill(ALLOWED))
      expect((await healthOf(db, storeId))[0]?.isLoose).toBe(false)
      await completed(db, storeId, [ALLOWED])
      expect((await healthOf(db, storeId))[0]?.isLoose).toBe(true)
      await completed(db, storeId, [{ ...ALLOWED, isEdited: true }])
      expect((await healthOf(db, storeId))[0]?.isLoose).toBe(false)
    })

    test('names the agent for which a rule is suspended until a person resumes it', async () => {
      const db = current()
      const end = { until: Date.now() + DAY_MS, sample: 1 }
      const storeId = await storeWith(db, [draftRule('land', { paths: ['/a'] }, end)])
      const memory = await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
      await rejectFirst(db, storeId)
      const [rule] = await healthOf(db, storeId)
      const agent = AGENT.actor.id
      expect(rule?.suspensions).toMatchObject([{ agent, memoryId: memory.id, path: '/a' }])
      const ruleId = (await getPolicy(db, storeId)).rules[0]?.id ?? ''
      const resume = { storeId, ruleId, agent, by: LOCAL_USER_ACTOR }
      expect(await resumeRule(db, resume)).toBe(true)
      expect(await resumeRule(db, resume)).toBe(false)
      expect((await healthOf(db, storeId))[0]?.suspensions).toEqual([])
    })
  })
})

describe('the policy’s page', () => {
  onBothDatabases((current) => {
    test('lists the revisions, the newest first, with who saved them', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('hold', { operations: ['deleted'] })])
      const draft = { default: 'hold' as const, rules: [] }
      await savePolicy(db, { storeId, draft, revision: 1, by: LOCAL_USER_ACTOR })
      const revisions = await listPolicyRevisions(db, storeId)
      expect(revisions).toMatchObject([
        { revision: 2, default: 'hold', rules: [], savedBy: LOCAL_USER_ACTOR },
        { revision: 1, default: 'review', rules: [{ action: 'hold' }] },
      ])
    })

    test('offers the agents that wrote in the store', async () => {
      const db = current()
      const storeId = await storeWith(db, [])
      await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
      expect(await policyAgents(db, storeId)).toEqual([AGENT.actor.id])
    })
  })
})
