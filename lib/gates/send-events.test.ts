import { beforeAll, describe, expect, test } from 'vitest'
import { runsFinished } from '@/lib/agent/run-sessions'
import type { SentEvent } from '@/lib/agent/send-events'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { previewProposal } from '@/lib/proposals/preview-proposal'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'
import { decideProposalPastGates } from './decide-proposal'
import { sendEventsPastGates } from './send-events'

const by = LOCAL_USER_ACTOR
const server = modelServer()
let names = 0

beforeAll(() => guardAgentsWrites())

/** A session that waits with two writes that a policy holds. */
async function twoHeld(db: Database, { isGated }: { isGated: boolean }) {
  const model = `two-held-${++names}`
  const create = (path: string) => memory({ command: 'create', path, file_text: 'x\n' })
  const parts = [create('/memories/a.md'), create('/memories/b.md')]
  server.script(model, [{ parts }, { parts: [words('Done.')] }])
  const { storeId, sessionId } = await sessionWith(db, model)
  await savePolicy(db, { storeId, draft: { default: 'hold', rules: [] }, revision: 0, by })
  if (isGated) await withGate(db, storeId)
  await say(db, sessionId, 'Go')
  const calls = await eventsOfType(db, sessionId, 'agent.tool_use')
  const [first = '', second = ''] = calls.map(({ id }) => id)
  return { storeId, sessionId, first, second }
}

async function withGate(db: Database, storeId: string) {
  const model = `gate-of-two-${++names}`
  server.rule(model, () => ({ parts: [words('Yes.')] }))
  const checks = [{ type: 'contains' as const, text: 'yes' }]
  const gate = { name: 'Yes', messages: ['Well?'], checks, model, when: { isGate: true } }
  await createTest(db, { storeId, test: gate, by })
}

type Answered = Pick<
  Extract<SentEvent, { type: 'user.tool_confirmation' }>,
  'toolUseId' | 'result' | 'isForSession'
>

const send = (db: Database, sessionId: string, ...answers: Answered[]) =>
  sendEventsPastGates(db, sessionId, {
    events: answers.map((answer) => ({ type: 'user.tool_confirmation', ...answer })),
    by,
    gates: { isAsking: true },
  })

/** Asks the gates, waits until they told, and does it. */
async function pastGates(work: () => Promise<unknown>) {
  await expect(work()).rejects.toMatchObject({ problem: { kind: 'gates_hold' } })
  await testRunsFinished()
  await work()
  await runsFinished()
}

const NOT_IN_TURN = { problem: { kind: 'call_not_in_turn' } }
const allow = { result: 'allow' } as const

onSqlite((current) => {
  const written = async (storeId: string) =>
    (await listVersions(current(), { storeId, limit: 9 })).versions.length

  describe('of the writes of a session that a policy holds, where gates stand,', () => {
    test('no two are allowed at once', async () => {
      const db = current()
      const { storeId, sessionId, first, second } = await twoHeld(db, { isGated: true })
      const both = [first, second].map((toolUseId) => ({ toolUseId, ...allow }))
      await expect(send(db, sessionId, ...both)).rejects.toMatchObject(NOT_IN_TURN)
      const rest = { toolUseId: first, ...allow, isForSession: true }
      await expect(send(db, sessionId, rest)).rejects.toMatchObject(NOT_IN_TURN)
      expect(await written(storeId)).toBe(0)
    })

    test('none is allowed while one before it waits, and each is once that is written', async () => {
      const db = current()
      const { storeId, sessionId, first, second } = await twoHeld(db, { isGated: true })
      const later = () => send(db, sessionId, { toolUseId: second, ...allow })
      await expect(later()).rejects.toMatchObject(NOT_IN_TURN)
      await pastGates(() => send(db, sessionId, { toolUseId: first, ...allow }))
      expect(await written(storeId)).toBe(1)
      await pastGates(later)
      expect(await written(storeId)).toBe(2)
    })

    test('one is allowed as those before it are denied', async () => {
      const db = current()
      const { storeId, sessionId, first, second } = await twoHeld(db, { isGated: true })
      const answers: Answered[] = [
        { toolUseId: first, result: 'deny' },
        { toolUseId: second, ...allow },
      ]
      await pastGates(() => send(db, sessionId, ...answers))
      expect(await written(storeId)).toBe(1)
    })

    test('none is allowed by its proposal out of turn', async () => {
      const db = current()
      const { storeId, second } = await twoHeld(db, { isGated: true })
      const proposals = await listProposals(db, { storeId, limit: 9 })
      const proposal = proposals.find(({ toolUseId }) => toolUseId === second)
      if (!proposal) throw new Error('the call is no proposal')
      const { shown } = await previewProposal(db, proposal)
      const decision = { ...allow, shown }
      await expect(
        decideProposalPastGates(db, { proposalId: proposal.id, decision, by }),
      ).rejects.toMatchObject({ problem: { kind: 'proposal_not_in_turn' } })
    })
  })

  test('where no gate stands, what a policy holds in a session is allowed together', async () => {
    const db = current()
    const { storeId, sessionId, first } = await twoHeld(db, { isGated: false })
    await send(db, sessionId, { toolUseId: first, ...allow, isForSession: true })
    await runsFinished()
    expect(await written(storeId)).toBe(2)
  })
})
