import { expect, test } from 'vitest'
import { archiveSession, deleteSession } from '@/lib/agent/change-session'
import { getSession } from '@/lib/agent/get-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { decideProposal } from '@/lib/proposals/decide-proposal'
import { lapseProposal } from '@/lib/proposals/lapse-proposal'
import { previewProposal } from '@/lib/proposals/preview-proposal'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory, type ModelServer, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()
const PERSON = LOCAL_USER_ACTOR

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `proposing-${++names}`
  server.script(model, steps)
  return model
}

const create = (path: string) => memory({ command: 'create', path, file_text: 'x\n' })

onSqlite((current) => {
  /** A session that waits with a call for each of these paths. */
  const asking = async (...paths: string[]) => {
    const model = modelOf({ parts: paths.map(create) }, { parts: [words('Done.')] })
    const session = await sessionWith(current(), model, {}, { approval: 'always_ask' })
    await say(current(), session.sessionId, 'Go')
    return { ...session, model }
  }
  const proposals = (storeId: string) => listProposals(current(), { storeId, limit: 9 })
  const theProposal = async (storeId: string): Promise<Proposal> => {
    const [proposal, ...others] = await proposals(storeId)
    if (!proposal || others.length > 0) throw new Error('not one proposal')
    return proposal
  }
  const states = async (storeId: string) => (await proposals(storeId)).map(({ state }) => state)
  const allow = async (proposal: Proposal, content?: string) => {
    const { shown } = await previewProposal(current(), proposal)
    const decision = { result: 'allow' as const, shown, content }
    await decideProposal(current(), { proposalId: proposal.id, decision, by: PERSON })
    await runsFinished()
  }
  const versions = async (storeId: string) =>
    (await listVersions(current(), { storeId, limit: 9 })).versions
  const lastAnswer = (model: string) =>
    JSON.stringify(server.requests(model).at(-1)?.messages.at(-1)?.content)

  test('a call that waits is a proposal of its store', async () => {
    const { storeId, sessionId } = await asking('/memories/a.md')
    const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
    expect(await theProposal(storeId)).toMatchObject({
      state: 'waiting',
      sessionId,
      toolUseId: use?.id,
      actor: { type: 'session', id: sessionId },
      kind: 'created',
      path: '/a.md',
      rule: null,
      lapsesAt: null,
    })
  })

  test('allowing the proposal allows the call', async () => {
    const { storeId, sessionId } = await asking('/memories/a.md')
    await allow(await theProposal(storeId))
    expect(await versions(storeId)).toHaveLength(1)
    expect(await theProposal(storeId)).toMatchObject({ state: 'allowed', decidedBy: PERSON })
    expect((await getSession(current(), sessionId)).stopReason?.type).toBe('end_turn')
  })

  test('a text that the person wrote lands as theirs, and the agent is told', async () => {
    const { storeId, sessionId, model } = await asking('/memories/a.md')
    await allow(await theProposal(storeId), 'y\n')
    const [version, ...others] = await versions(storeId)
    expect(others).toEqual([])
    expect(version).toMatchObject({ createdBy: PERSON, sessionId, path: '/a.md' })
    expect(lastAnswer(model)).toContain('The person changed the text of this write')
    expect(await theProposal(storeId)).toMatchObject({ state: 'allowed', isEdited: true })
  })

  test('of a text that the person changed, the lines that they left are the agent’s', async () => {
    const { storeId, sessionId } = await asking('/memories/a.md')
    await allow(await theProposal(storeId), 'x\ny\n')
    const agent = { type: 'session', id: sessionId }
    const writers = (await versions(storeId)).map(({ createdBy }) => createdBy)
    expect(writers).toEqual([PERSON, agent])
  })

  test('denying the proposal tells the agent why', async () => {
    const { storeId, model } = await asking('/memories/a.md')
    const { id: proposalId } = await theProposal(storeId)
    const decision = { result: 'deny' as const, message: 'Too early.' }
    await decideProposal(current(), { proposalId, decision, by: PERSON })
    await runsFinished()
    expect(lastAnswer(model)).toContain('They say: Too early.')
    expect(await states(storeId)).toEqual(['denied'])
  })

  test('a call that nobody decided about in time is denied as such', async () => {
    const { storeId, model } = await asking('/memories/a.md')
    await lapseProposal(current(), await theProposal(storeId))
    await runsFinished()
    expect(lastAnswer(model)).toContain('Nobody decided about this change in time')
    expect(await states(storeId)).toEqual(['lapsed'])
  })

  test('allowing the rest of the session ends all its proposals', async () => {
    const { storeId, sessionId } = await asking('/memories/a.md', '/memories/b.md')
    const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
    const toolUseId = use?.id ?? ''
    const allowed = { type: 'user.tool_confirmation', toolUseId, result: 'allow' } as const
    await sendEvents(current(), sessionId, [{ ...allowed, isForSession: true }])
    await runsFinished()
    expect(await states(storeId)).toEqual(['allowed', 'allowed'])
    expect(await versions(storeId)).toHaveLength(2)
  })

  test.each([
    ['stopped', (id: string) => sendEvents(current(), id, [{ type: 'user.interrupt' }])],
    ['archived', (id: string) => archiveSession(current(), id)],
    ['deleted', (id: string) => deleteSession(current(), id)],
  ])('a session that is %s withdraws what it proposed', async (_, end) => {
    const { storeId, sessionId } = await asking('/memories/a.md')
    await end(sessionId)
    expect(await states(storeId)).toEqual(['withdrawn'])
  })
})
