import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { answeredTurn, type AnswersBySent, modelThat, ruleOf } from '@/tests/support/answered-turns'
import { modelServer } from '@/tests/support/model-server'
import { eventsOf, say } from '@/tests/support/sessions'
import { seededRandom } from '@/tests/support/simulated-answers'
import { pathsInVersions } from '@/lib/store/versions/read-versions'
import { causeFunnel, clearedMemories } from './cause-funnel'
import { type CauseSearch, getCause } from './get-cause'
import { markAnswer } from './mark-answer'
import { cancelReplay, goOnWithReplay, priceOfMore } from './replay-head'
import { parsedQuestion } from './run/stored-question'
import { estimateCause, startCause } from './start-cause'
import { priceOfParts, startParts } from './start-parts'
import { ReplayError } from './problems'
import { replaysFinished, resumeAbandonedReplays } from './run-replays'

const server = modelServer()
/** the model that was asked last */
let model = ''

const manyFiles = (count: number, more: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/note-${index}.md`,
      `# Note ${index}\nNothing of interest.\n`,
    ]),
  ),
  ...more,
})

const DEPLOY = '# Deploying\nAsk Mia first.\nDeploys go out on Fridays.\nThen rest.\nAnd rest.\n'

function answered(db: Database, answers: AnswersBySent, files: Record<string, string>) {
  model = modelThat(server, answers)
  return answeredTurn(db, model, files)
}

/** A number from 0 up to 1 that follows from a text. */
function hashOf(text: string): number {
  let hash = 0
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return seededRandom(hash)()
}

const CHECK = { type: 'contains', text: 'on  fridays' }
const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')

async function found(db: Database, turn: { sessionId: string; eventId: string }, check = CHECK) {
  const id = await startCause(db, { ...turn, check, by: LOCAL_USER_ACTOR })
  await replaysFinished()
  const cause = await getCause(db, id)
  if (!cause) throw new Error('the search is gone')
  return cause
}

/** A search that ends with memories that each make it likelier, and no set of them that does it. */
async function contributed(db: Database) {
  const parts = {
    '/deploy.md': '# Deploys\non Fridays\n',
    '/team.md': '# Team\nFridays are for us\n',
  }
  const asked = new Map<string, number>()
  const later = { after: 0, work: async (): Promise<void> => {} }
  let isRecorded = false
  let isSearched = false
  let given = 0
  const turn = await answered(
    db,
    (sent) => {
      if (!isRecorded) return 'On Fridays.'
      if (isSearched && ++given === later.after) void later.work()
      const names = [...new Set(sent.match(/B\\t\/memories\/[\w-]+\.md/g))]
      const has = ['on Fridays', 'Fridays are'].map((line) => sent.includes(line))
      const share = 0.05 + 0.45 * has.filter(Boolean).length
      // Of halves, a draw that follows from what is shown: each shows others.
      if (isSearched) return hashOf(names.sort().join()) < share ? 'On Fridays.' : 'No idea.'
      const key = `38 ${names.length} ${has.join(' ')}`
      const times = asked.get(key) ?? 0
      asked.set(key, times + 1)
      // A draw that follows from what is shown and how often it was asked.
      const draw = (hashOf(key) + times * 0.618) % 1
      return draw < share ? `On Fridays. ${times}` : `No idea. ${times}`
    },
    manyFiles(8, parts),
  )
  isRecorded = true
  const cause = await found(db, turn)
  isSearched = true
  const whenAnswered = (after: number, work: () => Promise<void>) =>
    Object.assign(later, { after, work })
  return { cause, whenAnswered }
}

onBothDatabases((current) => {
  describe('a search for what made it say so', () => {
    test('names the memory and its line, with how often the check held with and without it', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(12, { '/deploy.md': DEPLOY }))
      const { state, result, rounds, usage } = await found(db, turn)
      expect(state).toBe('completed')
      expect(result).toMatchObject({
        verdict: 'caused',
        baseline: { held: 5, of: 5 },
        causes: [{ storeId: turn.storeId, lines: [3, 3] }],
        sufficientSets: [[0]],
        confirmed: { withCauses: { held: 5, of: 5 }, withoutCauses: { held: 0, of: 5 } },
        repeatedEarlier: [],
      })
      expect(rounds[0]).toMatchObject({ purpose: 'baseline', hidden: 0, share: { held: 4, of: 4 } })
      expect(usage.requests).toBeGreaterThan(40)
    })

    test('is told as a funnel: the cause first, the others cleared round by round', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(20, { '/deploy.md': DEPLOY }))
      const { id } = await found(db, turn)
      const funnel = await causeFunnel(db, id)
      expect(funnel).toMatchObject({ left: 1, more: { count: 7, cleared: 7 } })
      const [first, ...others] = funnel?.rows ?? []
      expect(first).toMatchObject({ path: '/deploy.md', isFound: true })
      expect(others).toHaveLength(13)
      expect(others.every(({ clearedIn, isFound }) => (clearedIn ?? 0) > 0 && !isFound)).toBe(true)
      expect(funnel?.columns.slice(0, 3)).toMatchObject([
        // Five in the same words, and four that put a memory aside each.
        { purpose: 'baseline', number: 0, share: { held: 9, of: 9 } },
        { purpose: 'all_hidden', number: 0, share: { held: 0, of: 3 } },
        { purpose: 'narrowing', number: 1 },
      ])
      // All are shown at first, and all hidden once; then a part of each round's questions.
      expect(first?.hidden[0]).toBe(0)
      expect(funnel?.rows.every(({ hidden }) => (hidden[1] ?? 0) > 0.6)).toBe(true)
    })

    test('says of answers that repeat each other word for word that repeats are weak, and varies them', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(12, { '/deploy.md': DEPLOY }))
      const { id, result, rounds } = await found(db, turn)
      expect(result).toMatchObject({
        verdict: 'caused',
        areRepeatsWeak: true,
        baseline: { held: 5, of: 5 },
      })
      const rows = await db.read.all<{ question: string }>(
        `SELECT question FROM replay_samples
         WHERE level = 0 AND replay_key = (SELECT key FROM replays WHERE id = ?)
         ORDER BY round, slot`,
        [id],
      )
      // After the five by which it is known, no request among the memories is the same as another.
      const requests = rows.map(({ question }) => {
        const { shownCount, fixed, aside } = parsedQuestion(question).question
        return JSON.stringify([shownCount, [...fixed], aside ?? null])
      })
      expect(new Set(requests.slice(0, 5)).size).toBe(1)
      expect(new Set(requests.slice(5)).size).toBe(requests.length - 5)
      // A repeat is told as what it repeats.
      const baseline = rounds.filter(({ purpose, level }) => purpose === 'baseline' && level === 0)
      expect(baseline.every(({ hidden }) => hidden === 0)).toBe(true)
    })

    test('takes repeats for what they are where the answer comes in other words each time', async () => {
      const db = current()
      let times = 0
      const turn = await answered(
        db,
        (sent) => `${byLine(sent)} (${++times})`,
        manyFiles(6, { '/deploy.md': DEPLOY }),
      )
      const { result } = await found(db, turn)
      expect(result).toMatchObject({ verdict: 'caused', areRepeatsWeak: false })
      expect(result?.baseline).toEqual({ held: 5, of: 5 })
    })

    test('names memories that each make it a little likelier, and how often without each', async () => {
      const db = current()
      const { cause } = await contributed(db)
      expect(cause.result?.verdict).toBe('contributes')
      expect(cause.result?.open.length).toBe(cause.result?.causes.length)
      for (const { share } of cause.result?.open ?? []) expect(share.of).toBeGreaterThanOrEqual(8)
      expect(cause.usage.requests).toBeLessThanOrEqual(cause.budget.maxRequests)
    })

    test('says that it would be said without any memory', async () => {
      const db = current()
      const turn = await answered(db, () => 'On Fridays.', manyFiles(3, {}))
      expect((await found(db, turn)).result).toMatchObject({ verdict: 'no_memory', causes: [] })
    })

    test('says so with where the agent itself repeated a memory, and when that was first read', async () => {
      const db = current()
      const repeats = (sent: string) =>
        sent.includes('And again?') ? byLine(sent) : 'Your notes say: Deploys go out on Fridays.'
      const first = await answered(db, repeats, manyFiles(3, { '/zz.md': DEPLOY }))
      await say(db, first.sessionId, 'And again?')
      const events = await eventsOf(db, first.sessionId)
      const again = events.findLast(({ type }) => type === 'agent.message')
      const message = events.find(({ type }) => type === 'user.message')
      expect((await found(db, { ...first, eventId: again?.id ?? '' })).result).toMatchObject({
        verdict: 'no_memory',
        causes: [],
        repeatedEarlier: [first.eventId],
        firstRead: message?.id,
      })
    })

    test('says that the answer is not stable', async () => {
      const db = current()
      const random = seededRandom(3)
      let isFirst = true
      const turn = await answered(
        db,
        () => {
          if (isFirst) return 'On Fridays.'
          return random() < 0.4 ? 'On Fridays.' : 'I do not know.'
        },
        manyFiles(3, {}),
      )
      isFirst = false
      expect((await found(db, turn)).result?.verdict).toBe('unstable')
    })

    test('tells two memories of which either suffices, each with its line', async () => {
      const db = current()
      const other = '# Team\nFridays are for deploys.\nMia leads.\nSo does Ada.\n'
      const turn = await answered(
        db,
        (sent) =>
          sent.includes('on Fridays') || sent.includes('Fridays are') ? 'On Fridays.' : 'No idea.',
        manyFiles(4, { '/deploy.md': DEPLOY, '/team.md': other }),
      )
      const { result } = await found(db, turn)
      expect(result?.sufficientSets).toEqual([[0], [1]])
      expect(result?.causes.map(({ lines }) => lines).sort()).toEqual([
        [2, 2],
        [3, 3],
      ])
    })

    test('keeps its budget, and says what it knows by then', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(12, { '/deploy.md': DEPLOY }))
      const id = await startCause(db, {
        ...turn,
        check: CHECK,
        budget: { maxRequests: 36 },
        by: LOCAL_USER_ACTOR,
      })
      await replaysFinished()
      const cause = await getCause(db, id)
      expect(cause?.state).toBe('budget_reached')
      expect(cause?.result?.verdict).toBe('undecided')
      expect(cause?.usage.requests).toBeLessThanOrEqual(36)
    })

    test('goes on past its budget, asks nothing again, and finds what it would have found', async () => {
      const db = current()
      const files = manyFiles(12, { '/deploy.md': DEPLOY })
      const turn = await answered(db, byLine, files)
      const whole = await found(db, turn)
      const id = await startCause(db, {
        ...turn,
        check: CHECK,
        budget: { maxRequests: 2 * 20 },
        by: LOCAL_USER_ACTOR,
      })
      await replaysFinished()
      const cut = await getCause(db, id)
      expect(cut).toMatchObject({ state: 'budget_reached' })
      const { usage } = cut ?? whole
      const { moreAnswers, result } = cut ?? whole
      expect(result?.more).toBeGreaterThan(0)
      expect(moreAnswers).toBeGreaterThanOrEqual(result?.more ?? 0)
      // As many answers more as will likely tell, at two requests each.
      expect(priceOfMore(cut ?? whole, 20)).toMatchObject({ requests: 2 * moreAnswers })
      expect(await goOnWithReplay(db, { id, seen: usage.requests - 1 })).toBe(false)
      let resumed = cut
      for (let times = 0; times < 5 && resumed?.state === 'budget_reached'; times++) {
        expect(await goOnWithReplay(db, { id, seen: resumed.usage.requests })).toBe(true)
        await replaysFinished()
        resumed = await getCause(db, id)
      }
      expect(resumed).toMatchObject({ state: 'completed', result: whole.result, error: null })
      expect(resumed?.rounds).toEqual(whole.rounds)
      expect(resumed?.usage.requests).toBeGreaterThan(usage.requests)
      expect(await goOnWithReplay(db, { id, seen: resumed?.usage.requests ?? 0 })).toBe(false)
      expect(priceOfMore(whole, 45)).toBeNull()
    })

    test('is stopped by a person, and keeps what it has', async () => {
      const db = current()
      let answersGiven = 0
      let stop: (() => Promise<unknown>) | null = null
      const turn = await answered(
        db,
        (sent) => {
          if (++answersGiven === 10) void stop?.()
          return byLine(sent)
        },
        manyFiles(12, { '/deploy.md': DEPLOY }),
      )
      const id = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
      stop = () => cancelReplay(db, id)
      await replaysFinished()
      const cause = await getCause(db, id)
      expect(cause).toMatchObject({ state: 'canceled', result: null })
      expect(cause?.rounds.length).toBeGreaterThan(0)
      expect(await cancelReplay(db, id)).toBe(false)
    })

    test('is over at once when it is stopped while nobody works on it, and goes on from there', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(4, { '/deploy.md': DEPLOY }))
      const whole = await found(db, turn)
      const { id } = whole
      const key = '(SELECT key FROM replays WHERE id = ?)'
      await db.write(async (tx) => {
        await tx.run(`DELETE FROM replay_samples WHERE replay_key = ${key}`, [id])
        await tx.run(
          `UPDATE replays SET state = 'pending', result = NULL, finished_at = NULL, requests = 0,
             input_tokens = 0, output_tokens = 0 WHERE id = ?`,
          [id],
        )
      })
      expect(await cancelReplay(db, id)).toBe(true)
      const stopped = await getCause(db, id)
      expect(stopped).toMatchObject({ state: 'canceled', result: null })
      expect(priceOfMore(stopped ?? whole, 0)).toMatchObject({
        requests: whole.budget.maxRequests,
        tokens: null,
      })
      expect(await goOnWithReplay(db, { id, seen: 0 })).toBe(true)
      await replaysFinished()
      expect(await getCause(db, id)).toMatchObject({ state: 'completed', result: whole.result })
    })

    test('fails with the words of a model server that refuses', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(3, { '/deploy.md': DEPLOY }))
      server.rule(model, () => ({
        status: 404,
        type: 'not_found_error',
        message: 'no such model',
      }))
      const { state, error } = await found(db, turn)
      expect(state).toBe('failed')
      expect(error).toContain('model_gone')
      expect(error).toContain('no such model')
    })

    test('goes on in another process with what is stored, and asks nothing twice', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(12, { '/deploy.md': DEPLOY }))
      const whole = await found(db, turn)
      const id = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
      await replaysFinished()
      const second = await getCause(db, id)
      // As a process leaves it that is killed in the middle: its later samples are not there.
      await db.write(async (tx) => {
        await tx.run(
          `DELETE FROM replay_samples WHERE round > 2 AND replay_key = (SELECT key FROM replays WHERE id = ?)`,
          [id],
        )
        await tx.run(
          `UPDATE replays SET state = 'running', result = NULL, finished_at = NULL, requests = 0 WHERE id = ?`,
          [id],
        )
      })
      const asked = server.requests(model).length
      await resumeAbandonedReplays(db)
      await replaysFinished()
      const resumed = await getCause(db, id)
      expect(resumed?.result).toEqual(second?.result)
      expect(resumed?.result).toEqual(whole.result)
      const kept = whole.rounds.slice(0, 3).reduce((sum, { share }) => sum + share.of, 0) * 3
      expect(server.requests(model).length - asked).toBeLessThanOrEqual(whole.usage.requests - kept)
    })

    test('ends when nothing is left to ask for an answer that a round lacks', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(12, { '/deploy.md': DEPLOY }))
      const { id } = await found(db, turn)
      await db.write(async (tx) => {
        const key = '(SELECT key FROM replays WHERE id = ?)'
        await tx.run(
          `DELETE FROM replay_samples WHERE replay_key = ${key} AND (round > 3 OR (round = 3 AND slot = 1))`,
          [id],
        )
        await tx.run(
          `UPDATE replays SET state = 'running', result = NULL, finished_at = NULL,
             max_requests = requests WHERE id = ?`,
          [id],
        )
      })
      await resumeAbandonedReplays(db)
      await replaysFinished()
      expect(await getCause(db, id)).toMatchObject({
        state: 'budget_reached',
        result: { verdict: 'undecided' },
      })
    })

    test('keeps the memory that it found when it is stopped among its lines', async () => {
      const db = current()
      let stop: (() => Promise<unknown>) | null = null
      const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}.`).join('\n')
      const turn = await answered(
        db,
        (sent) => {
          // Only the search among lines shows a part of the memory.
          const isPart = sent.includes('Line 0.') !== sent.includes('Line 11.')
          if (isPart) void stop?.()
          return byLine(sent)
        },
        manyFiles(4, { '/deploy.md': `${lines}\n${DEPLOY}` }),
      )
      const id = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
      stop = () => cancelReplay(db, id)
      await replaysFinished()
      expect(await getCause(db, id)).toMatchObject({
        state: 'canceled',
        result: { verdict: 'caused', causes: [{ lines: [1, 17] }] },
      })
    })

    test('waits for a model server that is busy, and goes on', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(2, { '/deploy.md': DEPLOY }))
      let asked = 0
      server.rule(model, (request) => {
        const headers = { 'retry-after-ms': '1' }
        const busy = { status: 529, type: 'overloaded_error', message: 'busy', headers }
        return ++asked > 20 && asked < 24 ? busy : ruleOf(byLine)(request)
      })
      expect((await found(db, turn)).result?.verdict).toBe('caused')
    })

    test('loses what is redacted from its samples, its check and its answers', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(2, { '/deploy.md': DEPLOY }))
      const check = { type: 'contains', text: 'On Fridays' }
      const { id } = await found(db, turn, check)
      const kept = async () =>
        JSON.stringify([
          await db.read.all('SELECT input, result, error FROM replays'),
          await db.read.all('SELECT answer, question FROM replay_samples'),
        ])
      expect(await kept()).toContain('Fridays')
      const { finished } = await redactText(db, {
        text: 'Fridays',
        replacement: '[gone]',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      expect(receiptOf(await finished)?.proof?.placesLeft).toBe(0)
      expect(await kept()).not.toContain('Fridays')
      expect((await getCause(db, id))?.check).toEqual({ type: 'contains', text: 'On [gone]' })
      await expect(estimateCause(db, { ...turn, check })).rejects.toMatchObject({
        problem: { kind: 'answer_redacted' },
      })
    })

    test('keeps no answer that was under way while a text was redacted', async () => {
      const db = current()
      let given = 0
      const turn = await answered(
        db,
        (sent) => (++given === 8 ? { text: byLine(sent), until: redact() } : byLine(sent)),
        manyFiles(2, { '/deploy.md': DEPLOY }),
      )
      const redact = async () => {
        const cause = { actor: LOCAL_USER_ACTOR }
        const { finished } = await redactText(db, {
          text: 'Deploying',
          replacement: '[gone]',
          cause,
        })
        await finished
      }
      const { state } = await found(db, turn)
      // The turn itself showed that text, so it cannot be asked again.
      expect(state).toBe('failed')
      const rows = await db.read.all('SELECT round, slot FROM replay_samples')
      expect(rows.length).toBeLessThanOrEqual(7)
    })
  })

  describe('the look for all that add a little, after a search that found no set that does it', () => {
    const ANSWERS = 100

    /** Looks for them: the search once it is over. */
    const looked = async (db: Database, { id, usage }: CauseSearch) => {
      expect(await startParts(db, { id, seen: usage.requests, answers: ANSWERS })).toBe(true)
      await replaysFinished()
      const cause = await getCause(db, id)
      if (!cause) throw new Error('the search is gone')
      return cause
    }

    test('names each with how often it is said with and without it, for the price that was told', async () => {
      const db = current()
      const { cause } = await contributed(db)
      const price = priceOfParts(cause, ANSWERS)
      expect(price?.requests).toBeGreaterThan(0)
      const after = await looked(db, cause)
      expect(after).toMatchObject({
        state: 'completed',
        parts: { asked: ANSWERS, of: ANSWERS },
        result: {
          verdict: 'contributes',
          baseline: cause.result?.baseline,
          parts: { answers: ANSWERS, memories: 10, leftOut: 0 },
        },
      })
      const adding = after.result?.causes.filter(({ adds }) => (adds?.interval.low ?? 0) > 0) ?? []
      const paths = await pathsInVersions(
        db,
        adding.map(({ versionId }) => versionId),
      )
      expect([...paths.values()].sort()).toEqual(['/deploy.md', '/team.md'])
      for (const { adds } of adding) {
        expect((adds?.with.of ?? 0) + (adds?.without.of ?? 0)).toBe(ANSWERS)
      }
      expect(after.rounds.filter(({ purpose }) => purpose === 'halves')).toMatchObject([
        { share: { of: ANSWERS } },
      ])
      const asked = after.usage.requests - cause.usage.requests
      expect(asked).toBeLessThanOrEqual(price?.requests ?? 0)
      const cleared = (await clearedMemories(db, after.id)) ?? []
      expect(cleared.filter(({ path }) => !path?.startsWith('/note-'))).toEqual([])
      expect((await causeFunnel(db, after.id))?.rows.filter(({ isFound }) => isFound)).toHaveLength(
        adding.length,
      )
    })

    test('is asked for once, and only at the price that was seen', async () => {
      const db = current()
      const { cause } = await contributed(db)
      const { id, usage } = cause
      const seen = usage.requests
      expect(await startParts(db, { id, seen: seen - 1, answers: ANSWERS })).toBe(false)
      const both = [1, 2].map(() => startParts(db, { id, seen, answers: ANSWERS }))
      expect((await Promise.all(both)).toSorted()).toEqual([false, true])
      await replaysFinished()
      const after = await getCause(db, id)
      expect(after?.parts).toEqual({ asked: ANSWERS, of: ANSWERS })
      expect(after && priceOfParts(after, ANSWERS)).toBeNull()
    })

    test('ends with the budget that it is given, if that is less than its price', async () => {
      const db = current()
      const { cause } = await contributed(db)
      const { id, usage } = cause
      const asked = { id, seen: usage.requests, answers: ANSWERS }
      const maxRequests = 30
      expect(await startParts(db, { ...asked, budget: { maxRequests, maxTokens: 100_000 } })).toBe(
        true,
      )
      await replaysFinished()
      const after = await getCause(db, id)
      expect(after?.state).toBe('budget_reached')
      expect(after?.budget.maxRequests).toBe(usage.requests + maxRequests)
      const price = priceOfParts(cause, ANSWERS)
      const tokens = Math.min(100_000, (price?.inputTokens ?? 0) + (price?.outputTokens ?? 0))
      const used = usage.inputTokens + usage.outputTokens
      expect(after?.budget.maxTokens).toBe(used + tokens)
    })

    test('tells tokens for as many requests as it tells', async () => {
      const { cause } = await contributed(current())
      const usage = { ...cause.usage, requests: cause.usage.requests + 1, inputTokens: 9_000 }
      const price = priceOfParts({ ...cause, usage }, ANSWERS)
      const each = 9_000 / usage.requests
      expect(price?.inputTokens).toBe(Math.ceil(each * (price?.requests ?? 0)))
    })

    test('shows what was found before while it runs, goes on after a stop, and ends the same', async () => {
      const db = current()
      const { cause, whenAnswered } = await contributed(db)
      const { id } = cause
      let meanwhile: CauseSearch | null = null
      whenAnswered(30, async () => {
        meanwhile = await getCause(db, id)
        await cancelReplay(db, id)
      })
      const stopped = await looked(db, cause)
      expect(meanwhile).toMatchObject({ state: 'running', result: cause.result })
      expect(stopped).toMatchObject({ state: 'canceled', result: { verdict: 'contributes' } })
      const { answers } = stopped.result?.parts ?? { answers: 0 }
      expect(answers).toBeGreaterThan(0)
      expect(answers).toBeLessThan(ANSWERS)
      expect(stopped.result?.more).toBe(ANSWERS - answers)
      expect(await goOnWithReplay(db, { id, seen: stopped.usage.requests })).toBe(true)
      await replaysFinished()
      const whole = await getCause(db, id)
      expect(whole).toMatchObject({ state: 'completed', parts: { asked: ANSWERS } })

      // Another process goes on with what is stored, and comes to what it would have come to.
      const stored = await keepUpToRound(db, id, 6)
      await resumeAbandonedReplays(db)
      await replaysFinished()
      expect(await getCause(db, id)).toMatchObject({ state: 'completed', result: whole?.result })
      expect((await questionsOf(db, id)).slice(0, stored.length)).toEqual(stored)
    })

    /** Leaves a look as one that was killed after its first rounds; those, with one that lacks an answer. */
    const keepUpToRound = async (db: Database, id: string, round: number) => {
      const key = '(SELECT key FROM replays WHERE id = ?)'
      await db.write(async (tx) => {
        await tx.run(
          `DELETE FROM replay_samples WHERE replay_key = ${key} AND level > 0
             AND (round > ? OR (round = ? AND slot > 0))`,
          [id, round, round],
        )
        await tx.run(
          `UPDATE replays SET state = 'running', finished_at = NULL, max_requests = requests + 1000
           WHERE id = ?`,
          [id],
        )
      })
      return questionsOf(db, id)
    }

    const questionsOf = (db: Database, id: string) =>
      db.read.all(
        `SELECT key, round, slot, question, held FROM replay_samples
         WHERE level > 0 AND replay_key = (SELECT key FROM replays WHERE id = ?)
         ORDER BY round, slot`,
        [id],
      )

    test('is not asked of a search that found its cause', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(3, { '/deploy.md': DEPLOY }))
      const cause = await found(db, turn)
      expect(priceOfParts(cause, ANSWERS)).toBeNull()
      const asked = { id: cause.id, seen: cause.usage.requests, answers: ANSWERS }
      expect(await startParts(db, asked)).toBe(false)
    })
  })

  describe('a search whose answers a person marks', () => {
    afterEach(() => void vi.useRealTimers())

    const files = manyFiles(3, { '/deploy.md': DEPLOY })
    const asked = async (db: Database) => {
      const turn = await answered(db, byLine, files)
      const id = await startCause(db, { ...turn, check: { type: 'person' }, by: LOCAL_USER_ACTOR })
      await replaysFinished()
      return id
    }
    const waitingIn = async (db: Database, id: string) => (await getCause(db, id))?.waiting ?? []
    const markByText = async (db: Database, id: string) => {
      for (const { sample, texts } of await waitingIn(db, id)) {
        const held = texts.join().includes('On Fridays')
        expect(await markAnswer(db, { replayId: id, sample, held })).toBe('marked')
      }
      await replaysFinished()
    }

    test('waits after each round, and finds the line that the marks tell of', async () => {
      const db = current()
      const id = await asked(db)
      expect(await getCause(db, id)).toMatchObject({
        state: 'running',
        result: null,
        rounds: [{ purpose: 'baseline', share: { held: 0, of: 0 } }],
      })
      let rounds = 0
      while ((await waitingIn(db, id)).length > 0 && rounds++ < 60) await markByText(db, id)
      expect(rounds).toBeGreaterThan(3)
      expect(await getCause(db, id)).toMatchObject({
        state: 'completed',
        waiting: [],
        result: {
          verdict: 'caused',
          causes: [{ lines: [3, 3] }],
          confirmed: { withCauses: { held: 5, of: 5 }, withoutCauses: { held: 0, of: 5 } },
        },
      })
    })

    test('asks nothing while an answer waits, whichever process looks', async () => {
      const db = current()
      const id = await asked(db)
      const [first, ...others] = await waitingIn(db, id)
      const requests = server.requests(model).length
      const mark = { replayId: id, sample: first?.sample ?? '', held: true }
      expect(await markAnswer(db, mark)).toBe('marked')
      await resumeAbandonedReplays(db)
      await replaysFinished()
      expect(server.requests(model)).toHaveLength(requests)
      expect(await waitingIn(db, id)).toEqual(others)
      expect(others).toHaveLength(3)
      expect((await getCause(db, id))?.rounds[0]?.share).toEqual({ held: 1, of: 1 })
    })

    test('takes the first of two marks at once, and tells the other', async () => {
      const db = current()
      const id = await asked(db)
      const [first] = await waitingIn(db, id)
      const mark = { replayId: id, sample: first?.sample ?? '', held: true }
      const outcomes = await Promise.all([markAnswer(db, mark), markAnswer(db, mark)])
      expect(outcomes.toSorted()).toEqual(['marked', 'not_waiting'])
      expect(await markAnswer(db, { ...mark, held: false })).toBe('not_waiting')
      expect((await getCause(db, id))?.rounds[0]?.share).toEqual({ held: 1, of: 1 })
      expect(await markAnswer(db, { ...mark, sample: '0.9.9' })).toBe('not_found')
      expect(await markAnswer(db, { ...mark, sample: 'first' })).toBe('not_found')
    })

    test('is deleted once nobody has marked an answer for 30 days', async () => {
      const db = current()
      const id = await asked(db)
      const begun = Date.now()
      const lookAfter = async (days: number) => {
        vi.setSystemTime(begun + days * 86_400_000)
        await resumeAbandonedReplays(db)
        await replaysFinished()
        return getCause(db, id)
      }
      vi.useFakeTimers({ toFake: ['Date'], now: begun })
      const [first] = (await lookAfter(29))?.waiting ?? []
      expect(first).toBeDefined()
      await markAnswer(db, { replayId: id, sample: first?.sample ?? '', held: true })
      expect((await lookAfter(58))?.waiting).toHaveLength(3)
      expect(await lookAfter(60)).toBeNull()
      expect(await db.read.all('SELECT key FROM replay_samples')).toEqual([])
    })

    test('is stopped while it waits', async () => {
      const db = current()
      const id = await asked(db)
      expect(await cancelReplay(db, id)).toBe(true)
      await replaysFinished()
      expect(await getCause(db, id)).toMatchObject({ state: 'canceled', result: null, waiting: [] })
    })
  })

  describe('before it begins, a search', () => {
    test('tells its price, and starts nothing', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(2, { '/deploy.md': DEPLOY }))
      const asked = server.requests(model).length
      const estimate = await estimateCause(db, { ...turn, check: CHECK })
      expect(estimate).toMatchObject({
        holds: true,
        memoryCount: 3,
        requestsPerAnswer: 3,
        requests: 135,
        budget: { maxRequests: 360, maxTokens: null },
      })
      expect(estimate.inputTokens).toBeGreaterThan(0)
      expect(server.requests(model)).toHaveLength(asked)
    })

    test('looks for what the agent repeats among the most suspect memories, wherever they stand', async () => {
      const db = current()
      const files = manyFiles(210, { '/zz.md': DEPLOY })
      const rule = (sent: string) =>
        sent.includes('And again?') ? 'On Fridays.' : 'Your notes say: Deploys go out on Fridays.'
      const first = await answered(db, rule, files)
      await say(db, first.sessionId, 'And again?')
      const again = (await eventsOf(db, first.sessionId)).findLast(
        ({ type }) => type === 'agent.message',
      )
      const turn = { sessionId: first.sessionId, eventId: again?.id ?? '' }
      const { repeatedEarlier } = await estimateCause(db, { ...turn, check: CHECK })
      expect(repeatedEarlier.eventIds).toEqual([first.eventId])
    })

    test.each([
      [{ type: 'contains', text: ' ' }, 'check_invalid'],
      [{ type: 'contains', text: 'Mondays' }, 'check_invalid'],
    ])('refuses the check %o', async (check, kind) => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(1, { '/deploy.md': DEPLOY }))
      const started = startCause(db, { ...turn, check, by: LOCAL_USER_ACTOR })
      await expect(started).rejects.toMatchObject({ problem: { kind } })
      await expect(started).rejects.toBeInstanceOf(ReplayError)
    })

    test('refuses a budget that can decide nothing, and names the least', async () => {
      const db = current()
      const turn = await answered(db, byLine, manyFiles(1, { '/deploy.md': DEPLOY }))
      const started = startCause(db, {
        ...turn,
        check: CHECK,
        budget: { maxRequests: 29 },
        by: LOCAL_USER_ACTOR,
      })
      await expect(started).rejects.toMatchObject({
        problem: { kind: 'budget_too_small', least: 30 },
      })
    })
  })
})
