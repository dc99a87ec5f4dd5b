import { beforeAll, describe, expect, test } from 'vitest'
import { changesOfCall } from '@/lib/agent/call-changes'
import { getSession } from '@/lib/agent/get-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import type { SentEvent } from '@/lib/agent/send-events'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { previewProposal } from '@/lib/proposals/preview-proposal'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { createMemory } from '@/lib/store/memories/change-memories'
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
  await expect(work()).rejects.toMatchObject(HELD_BY_GATES)
  await testRunsFinished()
  await work()
  await runsFinished()
}

/** A database on which `work` is done once, after the first transaction. */
function afterFirstWrite(db: Database, work: () => Promise<unknown>): Database {
  let isDone = false
  const write: Database['write'] = async (job, together) => {
    const value = await db.write(job, together)
    if (!isDone) {
      isDone = true
      await work()
    }
    return value
  }
  const on = Object.create(db) as Database
  Object.defineProperty(on, 'write', { value: write })
  return on
}

const HELD_BY_GATES = { problem: { kind: 'gates_hold' } }
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

  describe('a write of a session that was allowed past gates', () => {
    /** Gates have passed on what its first write would leave. */
    const passed = async (db: Database) => {
      const held = await twoHeld(db, { isGated: true })
      const { sessionId, first } = held
      const allowFirst = (on = db) => send(on, sessionId, { toolUseId: first, ...allow })
      await expect(allowFirst()).rejects.toMatchObject(HELD_BY_GATES)
      await testRunsFinished()
      return { ...held, allowFirst }
    }
    const other = (db: Database, storeId: string) =>
      createMemory(db, { storeId, path: '/other.md', content: 'y\n', cause: { actor: by } })
    const proposalOf = async (db: Database, storeId: string, toolUseId: string) => {
      const proposals = await listProposals(db, { storeId, limit: 9 })
      return proposals.find((proposal) => proposal.toolUseId === toolUseId)
    }
    /** It is not written, its agent was told nothing, and people see that it waits again, and why. */
    const expectWaitsAgain = async (
      db: Database,
      { storeId, sessionId, first, second }: Awaited<ReturnType<typeof passed>>,
    ) => {
      expect(await written(storeId)).toBe(1)
      expect(await eventsOfType(db, sessionId, 'agent.tool_result')).toEqual([])
      expect(await eventsOfType(db, sessionId, 'session.call_waits_again')).toMatchObject([
        { toolUseId: first },
      ])
      const { stopReason } = await getSession(db, sessionId)
      expect(stopReason).toEqual({ type: 'requires_action', eventIds: [first, second] })
      const proposal = await proposalOf(db, storeId, first)
      expect(proposal).toMatchObject({ state: 'waiting', isEdited: false })
      expect(proposal?.decidedAt).not.toBeNull()
    }

    test('waits again if others wrote in the store before it was written, and gates are asked anew', async () => {
      const db = current()
      const held = await passed(db)
      const { storeId, sessionId, first, allowFirst } = held
      await allowFirst(afterFirstWrite(db, () => other(db, storeId)))
      await runsFinished()
      await expectWaitsAgain(db, held)
      await pastGates(() => allowFirst())
      expect(await written(storeId)).toBe(2)
      expect(await eventsOfType(db, sessionId, 'agent.tool_result')).toMatchObject([
        { toolUseId: first, isError: false },
      ])
      expect(await proposalOf(db, storeId, first)).toMatchObject({ state: 'allowed' })
    })

    test('waits as long as at first, however often it waits again', async () => {
      const db = current()
      const { storeId, sessionId, first, allowFirst } = await passed(db)
      const allowTooLate = () =>
        allowFirst(
          afterFirstWrite(db, () =>
            createMemory(db, {
              ...{ storeId, path: `/other-${++names}.md`, content: 'y\n', cause: { actor: by } },
            }),
          ),
        )
      await allowTooLate()
      await runsFinished()
      await expect(allowFirst()).rejects.toMatchObject(HELD_BY_GATES)
      await testRunsFinished()
      await allowTooLate()
      await runsFinished()
      const [call] = await eventsOfType(db, sessionId, 'agent.tool_use')
      const again = await eventsOfType(db, sessionId, 'session.call_waits_again')
      expect(again).toHaveLength(2)
      const atFirst = (call?.hold?.lapsesAt ?? 0) - (call?.createdAt ?? 0)
      const lapsesAt = (await proposalOf(db, storeId, first))?.lapsesAt ?? 0
      expect(lapsesAt - (again[0]?.createdAt ?? 0)).toBeGreaterThan(atFirst)
      expect(lapsesAt - (again[1]?.createdAt ?? 0)).toBeLessThanOrEqual(atFirst)
    })

    test('can be denied once it waits again', async () => {
      const db = current()
      const { storeId, sessionId, first, allowFirst } = await passed(db)
      await allowFirst(afterFirstWrite(db, () => other(db, storeId)))
      await runsFinished()
      await send(db, sessionId, { toolUseId: first, result: 'deny' })
      await runsFinished()
      expect(await written(storeId)).toBe(1)
      expect(await proposalOf(db, storeId, first)).toMatchObject({ state: 'denied' })
      const changes = await changesOfCall(db, { sessionId, eventId: first })
      expect(changes.state).toBe('denied')
    })

    test('waits again also if it was allowed by its proposal', async () => {
      const db = current()
      const held = await twoHeld(db, { isGated: true })
      const { storeId, first } = held
      const allowed = async (on = db) => {
        const proposal = await proposalOf(db, storeId, first)
        if (!proposal) throw new Error('the call is no proposal')
        const { shown } = await previewProposal(db, proposal)
        const decision = { ...allow, shown }
        const asked = { proposalId: proposal.id, decision, by, gates: { isAsking: true } }
        return decideProposalPastGates(on, asked)
      }
      await expect(allowed()).rejects.toMatchObject(HELD_BY_GATES)
      await testRunsFinished()
      await allowed(afterFirstWrite(db, () => other(db, storeId)))
      await runsFinished()
      await expectWaitsAgain(db, { ...held, allowFirst: () => Promise.resolve([]) })
      await pastGates(() => allowed())
      expect(await written(storeId)).toBe(2)
    })

    test('waits again also if the server was stopped before it was written', async () => {
      const db = current()
      const held = await passed(db)
      const { storeId, sessionId, allowFirst } = held
      const died = new Error('the server died')
      const dying = afterFirstWrite(db, () => Promise.reject(died))
      await expect(allowFirst(dying)).rejects.toBe(died)
      expect(await eventsOfType(db, sessionId, 'user.tool_confirmation')).toHaveLength(1)
      await other(db, storeId)
      await say(db, sessionId, 'Well?')
      await expectWaitsAgain(db, held)
      await pastGates(() => allowFirst())
      expect(await written(storeId)).toBe(2)
    })

    test('is written if nobody wrote in its store, also after the server was stopped', async () => {
      const db = current()
      const { storeId, sessionId, allowFirst } = await passed(db)
      const died = new Error('the server died')
      await expect(allowFirst(afterFirstWrite(db, () => Promise.reject(died)))).rejects.toBe(died)
      await say(db, sessionId, 'Well?')
      expect(await written(storeId)).toBe(1)
      expect(await eventsOfType(db, sessionId, 'session.call_waits_again')).toEqual([])
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
