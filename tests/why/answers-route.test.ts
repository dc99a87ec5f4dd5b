import { NextRequest } from 'next/server'
import { expect } from 'vitest'
import { GET } from '@/app/(dashboard)/answers/route'
import { readCausePage } from '@/app/(dashboard)/sessions/[id]/why/[cause]/read-cause'
import type { AnswerOnPage } from '@/components/why/steps'
import { jobEnded } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { startCause } from '@/lib/why/causes'
import { describe, test } from '@/tests/support/fixtures'
import { type RuledModel, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { conversation, sentIn } from '@/tests/support/turns'

const server = modelServer()

const SECRET = `ghp_${'aB3d'.repeat(9)}`

/** Says a secret that no memory holds, whatever it reads. */
const rule: RuledModel = (request) =>
  sentIn(request).includes('directories up to 2 levels')
    ? { parts: [say(`On Fridays, by ${SECRET}.`)] }
    : { parts: [view()] }

describe('the answers to a question of a search', () => {
  test('come when the question is opened, those to it alone, and masked', async () => {
    const { sessionId, eventId } = await conversation(server, rule, { texts: { '/a.md': 'x\n' } })
    const check = { type: 'contains' as const, text: 'Fridays' }
    const ask = { sessionId, eventId, check, budget: 20, withLines: false }
    const { id: cause } = await startCause(ask, BY_PERSON)
    await jobEnded(cause)
    const page = await readCausePage(sessionId, cause)
    const [first, second] = page?.steps ?? []
    expect(first?.held.length).toBeGreaterThan(4)
    expect(page?.newest).toHaveLength(4)
    const answersTo = async (cell = '') => {
      const address = `http://localhost/answers?${new URLSearchParams({ cause, cell })}`
      return (await (await GET(new NextRequest(address))).json()) as AnswerOnPage[]
    }
    const answers = await answersTo(first?.cell)
    expect(answers.map(({ number }) => number).sort((one, two) => one - two)).toEqual(
      first?.held.map((_, at) => at),
    )
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    await expect.poll(async () => (await answersTo(first?.cell))[0]?.text).toMatch(/ghp_••••/)
    expect(await answersTo(second?.cell)).toHaveLength(second?.held.length ?? -1)
    expect(await answersTo('another')).toEqual([])
  })
})
