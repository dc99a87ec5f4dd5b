import { describe, expect, test } from 'vitest'
import type { ApiKey } from '@/lib/auth/api-keys'
import { modelServer } from '@/tests/support/model-server'
import { commandLine } from '@/tests/support/run-command-line'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'

const { db, run, keyFile } = commandLine('why')
const models = modelServer()

/** Runs `palimpsest why …` with a key of this access. */
async function why(access: ApiKey['access'], ...args: string[]) {
  return run([...args, '--key-file', await keyFile({ access })])
}

async function answered(model = 'practice-agent') {
  const { sessionId } = await sessionWith(db(), model, {
    '/deploy.md': '# Deploying\n\nAsk Mia first.\nDeploys go out on Fridays.\n',
    '/team.md': '# Team\n\nMia leads.\n',
  })
  await say(db(), sessionId, 'What do you know about deploys?')
  const message = (await eventsOf(db(), sessionId)).findLast(({ type }) => type === 'agent.message')
  return [sessionId, message?.id ?? ''] as const
}

describe('palimpsest why', () => {
  test('names the line that made an agent say a text, with who wrote it', async () => {
    const turn = await answered()
    const { code, output, complaint } = await why('review', ...turn, '--says', 'on fridays')
    expect(complaint).toContain('baseline: 2 shown, 0 hidden, held 4 of 4')
    expect(output).toMatch(
      /^caused: held 5 of 5 with it, 0 of 5 without, \d+ to 100 points \(90 %\) \(\d+ requests/,
    )
    expect(complaint).toMatch(
      /among 2 memories: about \d+ requests, \d+ tokens; at most \d+ requests/,
    )
    expect(output).toMatch(/\n {2}\/deploy\.md:4 {2}.+, \d{4}-/)
    expect(code).toBe(0)
  })

  test('says of an answer that needs no memory what it does', async () => {
    const turn = await answered()
    const check = JSON.stringify({ type: 'lacks', text: 'on Mondays' })
    const { code, output } = await why('review', ...turn, '--check', check)
    expect(output).toMatch(/^it leaves that out without any memory \(\d+ requests/)
    expect(code).toBe(1)
  })

  test('tells what the agent itself repeated earlier, and where that was first read', async () => {
    const [sessionId, first] = await answered()
    await say(db(), sessionId, 'What do you know about deploys?')
    const events = await eventsOf(db(), sessionId)
    const again = events.findLast(({ type }) => type === 'agent.message')
    const message = events.find(({ type }) => type === 'user.message')
    const turn = [sessionId, again?.id ?? ''] as const
    const { output } = await why('review', ...turn, '--says', 'on fridays')
    expect(output).toContain(`which stays when that is hidden, in ${first}`)
    expect(output).toContain(`first read in the turn of: ${sessionId} ${message?.id}`)
    const { output: price } = await why('review', ...turn, '--says', 'on fridays', '--dry-run')
    expect(JSON.parse(price)).toMatchObject({
      repeated_earlier: [{ event_id: first }],
      first_read_event_id: message?.id,
    })
  })

  test('tells its price, and asks nothing', async () => {
    const turn = await answered()
    const { code, output } = await why('review', ...turn, '--says', 'on fridays', '--dry-run')
    expect(JSON.parse(output)).toMatchObject({
      ...{ type: 'cause_search_estimate', holds: true },
      // The practice agent answers.
      estimate: { usd: 0 },
    })
    expect(code).toBe(0)
  })

  test('says what it will cost and has cost in money, too, where the model has a price', async () => {
    models.rule('priced-why', (request) => {
      const sent = JSON.stringify(request.messages)
      const usage = { input_tokens: 5_000, output_tokens: 10 }
      if (!sent.includes('tool_result')) return { parts: [view('/memories/deploy.md')], usage }
      const said = sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.'
      return { parts: [words(said)], usage }
    })
    const turn = await answered('priced-why')
    const { output, complaint } = await why('review', ...turn, '--says', 'on fridays')
    expect(complaint).toMatch(/requests, \d+ tokens, up to about \$\d\.\d\d; at most \d+ requests/)
    expect(output).toMatch(/^caused: .+ \(\d+ requests, \d+ tokens, at most \$\d\.\d\d\)/)
  })

  test('prints the search as the API answers it', async () => {
    const turn = await answered()
    const { output } = await why('review', ...turn, '--says', 'on fridays', '--json')
    const found = JSON.parse(output) as Record<string, unknown>
    expect(found).toMatchObject({
      type: 'cause_search',
      verdict: 'caused',
      causes: [{ path: '/deploy.md', lines: [4, 4] }],
      cleared: [{ path: '/team.md' }],
    })
    const [cause] = found.causes as { memory_id: string }[]
    expect(found.sufficient_sets).toEqual([[cause?.memory_id]])
  })

  test.each([
    ['write', ['--says', 'on fridays'], 2, 'may not decide'],
    ['review', [], 2, 'say what to look for'],
    ['review', ['--check', '{"type":"person"}'], 2, 'in the dashboard or over the API'],
    ['review', ['--says', 'on Mondays'], 1, 'it does not hold in the answer'],
    ['review', ['--says', 'on fridays', '--max-requests', '3'], 1, 'at least'],
  ] as const)('refuses a key of %s with %o', async (access, args, expected, words) => {
    const { code, complaint } = await why(access, ...(await answered()), ...args)
    expect([code, complaint]).toEqual([expected, expect.stringContaining(words)])
  })
})
