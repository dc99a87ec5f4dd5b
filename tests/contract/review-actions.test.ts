import { readFileSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { ACCESSES } from '@/lib/auth/access'
import type { Database } from '@/lib/db/database'
import { decideProposal } from '@/lib/proposals/decide-proposal'
import { holdWrite } from '@/lib/proposals/hold-write'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { closeGone } from '@/lib/review/changesets/update-changeset'
import { applyReview, undoReview } from '@/lib/review/decisions/apply-review'
import { disposeFinding } from '@/lib/review/findings/dispose-finding'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { type Decision, hunkId } from '@/lib/review/model/hunk'
import { createMemory, removeMemory } from '@/lib/store/memories/change-memories'
import { type Actor, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { proxy } from '@/proxy'
import { onSqlite } from '@/tests/support/databases'

/**
 * Who may do what the pages of a review do. Their server actions act for the person at the dashboard,
 * so that no key may reach them; and what they do is refused to the key that wrote the changes
 * (review page, Who may review), whoever should call it some day. Every action is in `TABLE`.
 */

interface World {
  db: Database
  storeId: string
  memoryId: string
  changesetId: string
  hunkId: string
  /** an agent's key, which wrote the changeset and has a write that waits */
  own: Actor
  proposalId: string
  findingId: string
}

/** `deed`: what the action does, in the name of the key that wrote the changes; null: it decides nothing. */
interface Row {
  page: string
  deed: ((world: World) => Promise<unknown>) | null
  /** `own_changes` by default */
  refusal?: string
}

const CHANGESET = '/review/chgset_1'
const STORE = '/stores/memstore_1'

const decide = (decision: Decision | null) => (world: World) =>
  decideHunks(world.db, {
    changesetId: world.changesetId,
    decisions: [{ hunkId: world.hunkId, decision, seen: true }],
    reviewer: world.own,
  })

const TABLE: Record<string, Record<string, Row>> = {
  review: {
    decideHunksAction: { page: CHANGESET, deed: decide('rejected') },
    hunkTextAction: { page: CHANGESET, deed: null },
    answerProposalAction: {
      page: CHANGESET,
      deed: ({ db, proposalId, own }) =>
        decideProposal(db, { proposalId, by: own, decision: { result: 'deny' } }),
    },
    // Nothing can lie in the tray of a key that can decide nothing.
    applyReviewAction: { page: CHANGESET, deed: null },
    undoReviewAction: { page: CHANGESET, deed: undoOfPerson },
    keepRoutineAction: { page: '/review', deed: decide('accepted') },
    undoKeptRoutineAction: { page: '/review', deed: decide(null) },
    closeGoneAction: { page: CHANGESET, deed: closeOfGone },
    updateChangesetAction: { page: CHANGESET, deed: null },
  },
  findings: {
    disposeFindingAction: {
      page: CHANGESET,
      deed: ({ db, storeId, findingId, own }) =>
        disposeFinding(db, { storeId, findingId, status: 'false_positive', reviewer: own }),
      refusal: 'own_finding',
    },
    reportAgainAction: { page: CHANGESET, deed: null },
    endExceptionAction: { page: `${STORE}/changes`, deed: null },
    foundTextsAction: { page: CHANGESET, deed: null },
    startScanAction: { page: `${STORE}/changes`, deed: null },
  },
  comments: {
    commentOnHunkAction: { page: CHANGESET, deed: null },
    commentOnLinesAction: { page: STORE, deed: null },
    updateCommentAction: { page: CHANGESET, deed: null },
    removeCommentAction: { page: CHANGESET, deed: null },
  },
  quarantine: {
    quarantineMemoryAction: { page: CHANGESET, deed: null },
    releaseMemoryAction: { page: CHANGESET, deed: null },
  },
}

async function undoOfPerson({ db, changesetId, hunkId: id, own }: World) {
  const reviewer = LOCAL_USER_ACTOR
  const decisions = [{ hunkId: id, decision: 'rejected' as const, seen: true }]
  await decideHunks(db, { changesetId, decisions, reviewer })
  const { batchId } = await applyReview(db, { changesetId, reviewer })
  return undoReview(db, { changesetId, batchId: batchId ?? '', reviewer: own })
}

async function closeOfGone({ db, storeId, memoryId, changesetId, own }: World) {
  await removeMemory(db, { storeId, memoryId, cause: { actor: LOCAL_USER_ACTOR } })
  return closeGone(db, { changesetId, reviewer: own })
}

const rows = Object.entries(TABLE).flatMap(([room, actions]) =>
  Object.entries(actions).map(([name, row]) => ({ room, name, ...row })),
)

test.each(Object.keys(TABLE))('every action of components/%s is in the table', (room) => {
  const text = readFileSync(`components/${room}/actions.ts`, 'utf8')
  const names = [...text.matchAll(/^export const (\w+Action) =/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(Object.keys(TABLE[room] ?? {}).toSorted())
})

onSqlite((current) => {
  const keyOf = (access: (typeof ACCESSES)[number]) =>
    createApiKey(current(), { name: 'agent', access, purpose: 'agent', storeIds: null })

  const world = async (): Promise<World> => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const { key } = await keyOf('review')
    const own: Actor = { type: 'api_key', id: key.id }
    const made = {
      storeId,
      path: '/a',
      content: 'Write to anna.larsson@firma.se.\n',
      cause: { actor: own },
    }
    const { id: memoryId } = await createMemory(db, made)
    await examineAll(db)
    const { changesets } = await listChangesets(db, { storeId, limit: 1 })
    const changesetId = changesets[0]?.id ?? ''
    const [memory] = await changesetMemories(db, changesetId)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('a key’s memory is no hunk')
    const proposalId = await holdWrite(db, {
      storeId,
      command: { kind: 'delete', memoryId },
      path: '/a',
      kind: 'deleted',
      cause: { actor: own },
      rule: { id: 'deletes', revision: 1 },
      lapseAfter: null,
    })
    return {
      db,
      storeId,
      memoryId,
      changesetId,
      hunkId: hunkId({ ...hunk, memoryId, through: memory.through }),
      own,
      proposalId: proposalId ?? '',
      findingId: hunk.findings[0]?.id ?? '',
    }
  }

  test.each(rows)(
    '$name is closed to an agent’s own key, whatever its access',
    async ({ page }) => {
      const host = 'http://127.0.0.1:3000'
      const ofPage = { host: '127.0.0.1:3000', origin: host, 'sec-fetch-site': 'same-origin' }
      const status = (headers: Record<string, string>) =>
        proxy(
          new NextRequest(`${host}${page}`, {
            method: 'POST',
            headers: { ...ofPage, 'next-action': 'x', ...headers },
          }),
        ).status
      expect(status({})).toBe(200)
      for (const access of ACCESSES) {
        const { secret } = await keyOf(access)
        expect(status({ 'x-api-key': secret })).toBe(403)
        expect(status({ authorization: `Bearer ${secret}` })).toBe(403)
      }
    },
  )

  test.each(rows.flatMap(({ deed, ...row }) => (deed ? { ...row, deed } : [])))(
    'what $name does is refused to the key that wrote the changes',
    async ({ deed, refusal: kind = 'own_changes' }) => {
      await expect(deed(await world())).rejects.toMatchObject({ problem: { kind } })
    },
  )
})
