import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { getChangeset, listChangesets } from '@/lib/review/changesets/list-changesets'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { examineAll } from '@/lib/review/background/examiner'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import {
  countWaiting,
  findProposal,
  listProposals,
  waitingProposals,
} from '@/lib/store/proposals/proposals'
import { ChangedSinceShownError, landAsShown } from '@/lib/store/memories/write-edited'
import { blameMemory } from '@/lib/store/versions/blame-memory'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { baseOf } from '@/lib/store/model/shown-changes'
import { proposeChanges } from '@/lib/store/proposals/propose-changes'
import { searchStore } from '@/lib/store/search/search-store'
import { searchHistory } from '@/lib/store/search/search-history'
import { onBothDatabases } from '@/tests/support/databases'
import { lapseDueProposals } from './background/lapse-proposals'
import { decideProposal, completingWrites } from './decide-proposal'
import type { HeldCommand } from './held-command'
import { heldWords, holdWrite } from './hold-write'
import { previewProposal, requireProposal } from './preview-proposal'
import { wantedText } from './wanted-text'

const AGENT: Cause = { actor: LOCAL_API_ACTOR }
const PERSON = LOCAL_USER_ACTOR
const RULE = { id: 'deletes', revision: 3 }

beforeAll(() => guardAgentsWrites())

onBothDatabases((current) => {
  const store = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const memory = await createMemory(current(), {
      storeId,
      path: '/plan.md',
      content: 'one\ntwo\n',
      cause: { actor: PERSON },
    })
    return { storeId, memory }
  }
  const hold = async (
    storeId: string,
    command: HeldCommand,
    lapseAfter: number | null = null,
    rule = RULE,
  ): Promise<Proposal> => {
    const kind = command.kind === 'delete' ? 'deleted' : 'modified'
    const input = { storeId, command, path: '/plan.md', kind, cause: AGENT, rule } as const
    const proposalId = await holdWrite(current(), { ...input, lapseAfter })
    return requireProposal(current(), { proposalId: proposalId ?? '' })
  }
  const replace = (from: string, to: string): HeldCommand => ({
    kind: 'memory_tool',
    mountName: 'notes',
    input: { command: 'str_replace', path: '/memories/plan.md', old_str: from, new_str: to },
  })
  const contentOf = async (storeId: string, memoryId: string) =>
    (await getMemory(current(), { storeId, memoryId, view: 'full' })).content
  const allow = async (proposal: Proposal, content?: string) => {
    const { shown } = await previewProposal(current(), proposal)
    const decision = { result: 'allow' as const, shown, content }
    return decideProposal(current(), { proposalId: proposal.id, decision, by: PERSON })
  }
  const deny = (proposal: Proposal, by = PERSON, message?: string) =>
    decideProposal(current(), {
      proposalId: proposal.id,
      decision: { result: 'deny', message },
      by,
    })
  const stateOf = async (db: Database, { id }: Proposal) => (await findProposal(db, id))?.state

  describe('a held write', () => {
    test('is in no head, version or search, and opens the changeset of its agent', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      expect(await contentOf(storeId, memory.id)).toBe('one\ntwo\n')
      expect((await listVersions(current(), { storeId, limit: 10 })).versions).toHaveLength(1)
      expect((await searchStore(current(), { storeId, query: 'zwei', limit: 9 })).hits).toEqual([])
      const changeset = await getChangeset(current(), proposal.changesetId)
      expect(changeset).toMatchObject({ state: 'open', changeCount: 0, isExamined: true })
    })

    test('is written as its agent’s when it is allowed, and its changeset goes on with it', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      expect(await allow(proposal)).toMatchObject({
        state: 'allowed',
        decidedBy: PERSON,
        rule: RULE,
        isEdited: false,
      })
      expect(await contentOf(storeId, memory.id)).toBe('one\nzwei\n')
      const [version] = (await listVersions(current(), { storeId, limit: 1 })).versions
      expect(version).toMatchObject({ createdBy: LOCAL_API_ACTOR, toolUseId: proposal.id })
      await examineAll(current())
      expect(await changesetMemories(current(), proposal.changesetId)).toHaveLength(1)
    })

    test('is accepted once it has landed: it was read before it was written', async () => {
      const { storeId } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      await allow(proposal)
      await examineAll(current())
      const [memory] = await changesetMemories(current(), proposal.changesetId)
      expect(memory?.hunks).toMatchObject([
        { verdict: { decision: 'accepted', isSeen: true, by: PERSON } },
      ])
      expect(await getChangeset(current(), proposal.changesetId)).toMatchObject({
        state: 'done',
        openHunks: 0,
      })
    })

    test('leaves open what its agent wrote in the same lines without asking', async () => {
      const { storeId, memory } = await store()
      const content = 'eins\ntwo\n'
      await updateMemory(current(), { storeId, memoryId: memory.id, content, cause: AGENT })
      await examineAll(current())
      const proposal = await hold(storeId, replace('two', 'zwei'))
      await allow(proposal)
      await examineAll(current())
      expect(await getChangeset(current(), proposal.changesetId)).toMatchObject({ openHunks: 1 })
    })

    test('runs again on what others wrote meanwhile, if that is what was shown', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      await updateMemory(current(), {
        storeId,
        memoryId: memory.id,
        content: 'zero\none\ntwo\n',
        cause: { actor: PERSON },
      })
      await allow(proposal)
      expect(await contentOf(storeId, memory.id)).toBe('zero\none\nzwei\n')
    })

    test('is not written if it changed since it was shown', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      const { shown } = await previewProposal(current(), proposal)
      const content = 'zero\ntwo\n'
      const cause = { actor: PERSON }
      await updateMemory(current(), { storeId, memoryId: memory.id, content, cause })
      const decision = { result: 'allow' as const, shown }
      await expect(
        decideProposal(current(), { proposalId: proposal.id, decision, by: PERSON }),
      ).rejects.toMatchObject({ problem: { kind: 'proposal_changed' } })
      expect(await contentOf(storeId, memory.id)).toBe(content)
      expect(await stateOf(current(), proposal)).toBe('waiting')
    })

    test('lands as the person rewrote it; the agent’s text is stored nowhere', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      expect(await allow(proposal, 'one\nTWO\n')).toMatchObject({ isEdited: true })
      const { versions } = await listVersions(current(), { storeId, limit: 9 })
      expect(versions).toHaveLength(2)
      expect(versions[0]?.createdBy).toEqual(PERSON)
      expect(await contentOf(storeId, memory.id)).toBe('one\nTWO\n')
    })

    test('rewritten by a person leaves the agent’s lines the agent’s, and what they took out nowhere', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'two\nthree\nfour'))
      await allow(proposal, 'one\ntwo\nthree\nmine\n')
      expect(await contentOf(storeId, memory.id)).toBe('one\ntwo\nthree\nmine\n')
      const runs = await blameMemory(current(), { storeId, memoryId: memory.id })
      expect(runs.map(({ lines, version }) => [lines, version.createdBy])).toEqual([
        [['one', 'two'], PERSON],
        [['three'], AGENT.actor],
        [['mine'], PERSON],
      ])
      expect(await searchHistory(current(), { storeId, query: 'four', limit: 1 })).toMatchObject({
        hits: [],
      })
    })

    test('is the agent’s alone if a person only took lines out', async () => {
      const { storeId } = await store()
      const proposal = await hold(storeId, replace('two', 'two\nthree\nfour'))
      await allow(proposal, 'one\ntwo\nthree\n')
      const { versions } = await listVersions(current(), { storeId, limit: 9 })
      expect(versions.map(({ createdBy }) => createdBy)).toEqual([AGENT.actor, PERSON])
      expect(await stateOf(current(), proposal)).toBe('allowed')
    })

    const put = (content: string): HeldCommand => ({ kind: 'put', path: '/plan.md', content })
    const waitingIds = async (storeId: string) =>
      (await listProposals(current(), { storeId, state: 'waiting', limit: 9 })).map(({ id }) => id)

    test('that is tried again joins the one that waits, also at once, until that one is decided', async () => {
      const { storeId } = await store()
      const [first, second] = await Promise.all([
        hold(storeId, put('new\n')),
        hold(storeId, put('new\n')),
      ])
      const third = await hold(storeId, put('new\n'))
      expect([second.id, third.id]).toEqual([first.id, first.id])
      const edit = await hold(storeId, replace('two', 'zwei'))
      expect((await hold(storeId, replace('two', 'zwei'))).id).toBe(edit.id)
      expect(await waitingIds(storeId)).toEqual([edit.id, first.id])
      await deny(first)
      expect((await hold(storeId, put('new\n'))).id).not.toBe(first.id)
    })

    test('with another whole text takes the place of the one that waits, which nobody can allow then', async () => {
      const { storeId, memory } = await store()
      const former = await hold(storeId, put('a\n'))
      const { shown } = await previewProposal(current(), former)
      const latter = await hold(storeId, {
        kind: 'memory_tool',
        mountName: 'notes',
        input: { command: 'create', path: '/memories/plan.md', file_text: 'b\n' },
      })
      expect(await waitingIds(storeId)).toEqual([latter.id])
      expect(await stateOf(current(), former)).toBe('withdrawn')
      const decision = { result: 'allow' as const, shown }
      await expect(
        decideProposal(current(), { proposalId: former.id, decision, by: PERSON }),
      ).rejects.toMatchObject({ problem: { kind: 'proposal_settled' } })
      expect(await contentOf(storeId, memory.id)).toBe('one\ntwo\n')
    })

    test('that edits or deletes waits beside the others: each asks for something of its own', async () => {
      const { storeId, memory } = await store()
      const held = [
        await hold(storeId, put('a\n')),
        await hold(storeId, replace('one', 'eins')),
        await hold(storeId, replace('two', 'zwei')),
        await hold(storeId, { kind: 'delete', memoryId: memory.id }),
      ]
      expect(await waitingIds(storeId)).toEqual(held.map(({ id }) => id).reverse())
    })

    test('that deletes has no text to rewrite', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, { kind: 'delete', memoryId: memory.id })
      await expect(allow(proposal, 'kept\n')).rejects.toMatchObject({
        problem: { kind: 'proposal_not_editable' },
      })
      expect(await contentOf(storeId, memory.id)).toBe('one\ntwo\n')
    })

    test('that cannot be done any more says as what it is refused, and what it asks for', async () => {
      const { storeId } = await store()
      const created = await hold(storeId, { kind: 'create', path: '/plan.md', content: 'three\n' })
      expect(await previewProposal(current(), created)).toMatchObject({
        isError: true,
        problem: { kind: 'path_conflict', path: '/plan.md' },
      })
      expect(await wantedText(current(), created)).toEqual({ before: '', after: 'three\n' })
      const replaced = await hold(storeId, replace('four', 'vier'))
      expect(await wantedText(current(), replaced)).toEqual({ before: 'four', after: 'vier' })
      const removed = await hold(storeId, { kind: 'delete', memoryId: 'mem_gone' })
      expect(await wantedText(current(), removed)).toBeNull()
    })

    test('that cannot be done any more is only denied', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      const cause = { actor: PERSON }
      await updateMemory(current(), { storeId, memoryId: memory.id, content: 'new\n', cause })
      expect(await previewProposal(current(), proposal)).toMatchObject({ isError: true })
      await expect(allow(proposal)).rejects.toMatchObject({
        problem: { kind: 'proposal_impossible' },
      })
      expect(await deny(proposal, PERSON, ' Not like this. ')).toMatchObject({
        state: 'denied',
        message: 'Not like this.',
      })
    })

    test('is decided once: of two people the first', async () => {
      const { storeId, memory } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      const decided = await Promise.allSettled([allow(proposal), deny(proposal)])
      expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const isAllowed = (await stateOf(current(), proposal)) === 'allowed'
      expect(await contentOf(storeId, memory.id)).toBe(isAllowed ? 'one\nzwei\n' : 'one\ntwo\n')
      await expect(deny(proposal)).rejects.toMatchObject({ problem: { kind: 'proposal_settled' } })
    })

    test('is not ended by a transaction that writes nothing, and by one that does only with it', async () => {
      const { storeId } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      const completion = { state: 'allowed', by: PERSON } as const
      const completing = completingWrites(current(), proposal.id, completion)
      const rename = 'UPDATE memory_stores SET description = ? WHERE id = ?'
      await completing.on.write((tx) => tx.run(rename, ['that a rule refused it', storeId]))
      expect(await stateOf(current(), proposal)).toBe('waiting')
      expect(completing.isCompleted()).toBe(false)
      const create = (path: string) =>
        createMemory(completing.on, { storeId, path, content: 'x', cause: { actor: PERSON } })
      await expect(create('/plan.md')).rejects.toMatchObject({ problem: { kind: 'path_conflict' } })
      expect(await stateOf(current(), proposal)).toBe('waiting')
      await create('/a')
      expect(await stateOf(current(), proposal)).toBe('allowed')
      expect(completing.isCompleted()).toBe(true)
      await expect(create('/b')).rejects.toMatchObject({ problem: { kind: 'proposal_settled' } })
    })

    test('that would change something in two transactions is not written at all', async () => {
      const { storeId } = await store()
      const { id: toolUseId } = await hold(storeId, replace('two', 'zwei'))
      const recognised = { sinceSequence: 1, toolUseId }
      const cause = { actor: PERSON, toolUseId }
      const work = async (on: Database) => {
        await createMemory(on, { storeId, path: '/a', content: 'x', cause })
        await createMemory(on, { storeId, path: '/b', content: 'x', cause })
      }
      const { changes } = await proposeChanges(current(), recognised, work)
      const base = baseOf(changes)
      expect(base).toEqual(['new', 'new'])
      await expect(landAsShown(current(), recognised, base, work)).rejects.toBeInstanceOf(
        ChangedSinceShownError,
      )
      expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
    })

    test('is never decided by the key that wants to write it', async () => {
      const { storeId } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'))
      await expect(deny(proposal, LOCAL_API_ACTOR)).rejects.toMatchObject({
        problem: { kind: 'own_changes' },
      })
    })

    test('lapses once its time is over, and its empty changeset is done', async () => {
      const { storeId } = await store()
      const proposal = await hold(storeId, replace('two', 'zwei'), 1_000)
      await lapseDueProposals(current(), Date.now())
      expect(await stateOf(current(), proposal)).toBe('waiting')
      await lapseDueProposals(current(), Date.now() + 2_000)
      expect(await findProposal(current(), proposal.id)).toMatchObject({
        state: 'lapsed',
        decidedBy: null,
      })
      const { changesets } = await listChangesets(current(), { state: 'done', limit: 9 })
      expect(changesets.map(({ id }) => id)).toEqual([proposal.changesetId])
    })

    test('lapses into quarantine where its rule says so', async () => {
      const { storeId, memory } = await store()
      const holding = draftRule('hold', { paths: ['/plan.md'] }, { onLapse: 'quarantine' })
      const draft = { default: 'review' as const, rules: [holding] }
      const policy = await savePolicy(current(), { storeId, draft, revision: 0, by: PERSON })
      const rule = { id: policy.rules[0]?.id ?? '', revision: policy.revision }
      const proposal = await hold(storeId, replace('two', 'zwei'), 1_000, rule)
      await lapseDueProposals(current(), Date.now() + 2_000)
      expect(await stateOf(current(), proposal)).toBe('lapsed')
      expect(await contentOf(storeId, memory.id)).toBe('one\nzwei\n')
      const served = { storeId, memoryId: memory.id, view: 'full', audience: 'agents' } as const
      expect((await getMemory(current(), served)).content).toBe('one\ntwo\n')
    })

    test('tells its agent that it is not saved yet, by which id it waits, why and where', () => {
      const held = { path: '/memories/plan.md', proposalId: 'prop_1', link: 'http://x/review' }
      expect(heldWords({ ...held, reason: 'by the rule rule_1' })).toBe(
        '/memories/plan.md is held for review as prop_1; it is not saved yet. It is held by the rule rule_1; a person decides at http://x/review',
      )
    })

    test('is listed with all that wait, first those that lapse first', async () => {
      const { storeId } = await store()
      const endless = await hold(storeId, replace('one', 'eins'))
      const late = await hold(storeId, replace('two', 'zwei'), 9_000)
      const soon = await hold(storeId, replace('two', 'deux'), 1_000)
      const waiting = await waitingProposals(current(), { limit: 9 })
      expect(waiting.map(({ id }) => id)).toEqual([soon.id, late.id, endless.id])
      await deny(soon)
      expect(await countWaiting(current(), 9)).toBe(2)

      const { storeId: other } = await store()
      const there = await hold(other, replace('one', 'eins'))
      const ofOther = await waitingProposals(current(), { storeId: other, limit: 9 })
      expect(ofOther.map(({ id }) => id)).toEqual([there.id])
      expect(await countWaiting(current(), 9, other)).toBe(1)
    })

    test('is listed by its store, the newest first, by state and from page to page', async () => {
      const { storeId } = await store()
      const first = await hold(storeId, replace('one', 'eins'))
      const second = await hold(storeId, replace('two', 'zwei'))
      await deny(first)
      const ids = async (more: object = {}) =>
        (await listProposals(current(), { storeId, limit: 1, ...more })).map(({ id }) => id)
      expect(await ids()).toEqual([second.id])
      expect(await ids({ after: second.id })).toEqual([first.id])
      expect(await ids({ state: 'denied' })).toEqual([first.id])
    })
  })
})
