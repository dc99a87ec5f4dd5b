import Anthropic from '@anthropic-ai/sdk'
import { summaryOf } from '@/tests/support/summaries'
import { expectAccessible } from './accessible'
import { opened, text } from './conversation'
import { expect, test } from './fixtures'
import { open } from './open'
import { script, WITH_MODELS } from './models'

const { beta } = new Anthropic({ apiKey: 'local', baseURL: WITH_MODELS })

const view = (path: string) => ({
  type: 'tool_use',
  name: 'memory',
  input: { command: 'view', path },
})
const usage = (fresh: number, cached: number, output: number) => ({
  input_tokens: fresh,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
  output_tokens: output,
})

const SMALL = {
  context: {
    window: 10_000,
    clearing: {
      by: 'palimpsest',
      clear_tool_uses_20250919: {
        trigger: { type: 'tool_uses', value: 2 },
        keep: { type: 'tool_uses', value: 1 },
        exclude_tools: [],
      },
    },
    compaction: { save_first: false },
  },
}

/** A session with a memory, a small window, and clearing from the second call on. */
async function small(model: string): Promise<{ sessionId: string; storeId: string }> {
  const ids = await opened(model, { '/team.md': 'Ada leads\n' }, SMALL)
  await beta.sessions.update(ids.sessionId, { title: `Session of ${model}` })
  return ids
}

/** Sends an event and waits until the session is idle again. */
async function send(sessionId: string, event: object): Promise<void> {
  const before = await rests(sessionId)
  const response = await fetch(`${WITH_MODELS}/v1/sessions/${sessionId}/events`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer local',
      'anthropic-beta': 'managed-agents-2026-04-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ events: [event] }),
  })
  expect(response.status).toBe(200)
  await expect.poll(() => rests(sessionId)).toBe(before + 1)
}

const say = (sessionId: string, words: string) =>
  send(sessionId, { type: 'user.message', content: [text(words)] })

async function rests(sessionId: string): Promise<number> {
  let count = 0
  for await (const { type } of beta.sessions.events.list(sessionId)) {
    if (type === 'session.status_idle') count++
  }
  return count
}

const SUMMARY = summaryOf('Who leads?')

/** A session that looked twice, was cleared, failed to be summarised, was summarised, and went on. */
async function lived(model: string) {
  const ids = await small(model)
  await script(model, [
    { parts: [view('/memories/team.md')], usage: usage(3_000, 0, 20) },
    { parts: [text('Ada.')], usage: usage(1_000, 3_000, 10) },
    { parts: [view('/memories')], usage: usage(500, 4_000, 20) },
    { parts: [text('One file.')], usage: usage(4_400, 0, 10) },
  ])
  await say(ids.sessionId, 'Who leads?')
  await say(ids.sessionId, 'What else do you know?')
  await script(model, [{ parts: [text('Well.')], usage: usage(4_000, 0, 3) }])
  await send(ids.sessionId, { type: 'user.compaction' })
  await script(model, [{ parts: [text(SUMMARY)], usage: usage(4_100, 0, 200) }])
  await send(ids.sessionId, { type: 'user.compaction' })
  await script(model, [{ parts: [text('Still here.')], usage: usage(900, 600, 5) }])
  await say(ids.sessionId, 'Are you there?')
  return ids
}

test('a session’s context page tells what the context held, what it cost, what happened, and what was sent', async ({
  page,
}) => {
  const { sessionId } = await lived('context-page')
  await open(page, `/sessions/${sessionId}/context`)
  await expect(page.getByText('1,505 of 10,000 tokens')).toBeVisible()
  await expect(page.getByText('15%, there is room')).toBeVisible()

  const plot = page.getByRole('application', { name: /Context tokens of 5 requests/ })
  await expect(plot).not.toContainText('Nearly full 80%')
  await page.getByLabel('Show all thresholds').check()
  await expect(plot).toContainText('Filling up 60%')
  await expect(plot).toContainText('Nearly full 80%')
  await expect(plot).toContainText('Summarise 92%')
  await expect(plot).toContainText('Full')
  await plot.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('4,000 of 10,000 tokens')).toBeVisible()
  await page.getByLabel('Show all thresholds').uncheck()
  await expect(plot).not.toContainText('Nearly full 80%')

  await expect(page.getByText(/43% of the input came from the cache: 7,600 of/)).toBeVisible()
  const entries = page.locator('[data-happening]')
  await expect(entries).toHaveCount(3)
  const [summarised, failed, cleared] = [entries.nth(0), entries.nth(1), entries.nth(2)]
  await expect(cleared).toContainText('The result of 1 call')
  await expect(failed).toContainText('The summary lacked sections.')
  await expect(failed).toContainText('4,000 tokens in, 3 out')
  await expect(summarised).toContainText('a person asked')
  await expect(summarised).toContainText('4,410 → about')
  await page.getByRole('heading', { name: 'Context', exact: true }).click()
  await page.keyboard.press('j')
  await expect(summarised).toBeFocused()
  await summarised.getByText('Memories restored: 1 whole, 0 cut, 0 left out').click()
  await expect(summarised.getByRole('link', { name: /team\.md/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Requests 5' }).click()
  const tokens = page.getByRole('group', { name: 'Context tokens by request' })
  await expect(tokens.getByRole('row')).toHaveCount(6)
  await expect(tokens.getByRole('row').nth(4)).toContainText('4,000')

  const isNew = page.getByRole('group', { name: 'What is new in request 5' })
  await expect(isNew).toContainText('Are you there?')
  await expect(isNew).toContainText('System prompt, tools and settings: the same')
  await expect(isNew).not.toContainText('"role"')
  await page.getByRole('link', { name: 'JSON as sent', exact: true }).click()
  await expect(page.getByText(/^Byte for byte as sent/)).toBeVisible()
  const body = page.getByRole('group', { name: 'Body of request 5' })
  await expect(body).toContainText('"model": "context-page"')
  await expect(body).toContainText('Are you there?')
  expect(await page.content()).not.toContain('sk-e2e-secret')
  const file = page.getByRole('link', { name: 'Download as sent' })
  const sent = await page.request.get((await file.getAttribute('href')) ?? '')
  expect(await sent.json()).toMatchObject({ model: 'context-page', stream: true })
  await expectAccessible(page)

  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: 'Request 4' })).toBeVisible()
  await page.getByRole('link', { name: 'What is new', exact: true }).click()
  const newBefore = page.getByRole('group', { name: 'What is new in request 4' })
  await expect(newBefore).toContainText('Viewed Store of context-page')
  await expect(newBefore).toContainText('1 part is no longer sent')
  await page.getByRole('link', { name: 'JSON, against 3' }).click()
  const difference = page.getByRole('group', { name: 'Difference from request 3' })
  await expect(difference).toContainText('This result was cleared to make room.')
  await page.getByRole('link', { name: 'Next request' }).click()
  await expect(page.getByRole('heading', { name: 'Request 5' })).toBeVisible()
  await page.getByRole('link', { name: 'What happened' }).click()
  await expect(entries).toHaveCount(3)
  await page.getByRole('button', { name: 'Summarise' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a summary stands beside the conversation that it replaced', async ({ page }) => {
  const { sessionId } = await lived('context-comparison')
  await open(page, `/sessions/${sessionId}/context`)
  await page.getByRole('link', { name: 'See what it replaced' }).click()
  await expect(page.getByText('1 of 2 messages from the person kept word for word.')).toBeVisible()
  await expect(page.getByText('1 message is not in the summary')).toBeVisible()
  await expect(page.getByRole('listitem').getByText('What else do you know?')).toBeVisible()
  const replaced = page.getByRole('group', { name: 'Replaced' })
  await expect(replaced).toContainText('One file.')
  await expect(replaced).toContainText('Not in the summary:What else do you know?')
  await expect(replaced).not.toContainText('Still here.')
  const summary = page.getByRole('group', { name: 'Summary', exact: true })
  await expect(summary.getByRole('heading', { name: 'Pending tasks' })).toBeVisible()
  await expect(page.getByRole('row', { name: /team\.md/ })).toContainText('all of it')
  await expectAccessible(page)

  const none = await page.request.get(`/sessions/${sessionId}/context/compactions/sevt_none`)
  expect(none.status()).toBe(404)
})

test.describe('the overview', () => {
  test('tells of all sessions together and of each, and leads to its page', async ({ page }) => {
    const { sessionId } = await lived('context-overview')
    await open(page, '/sessions')
    await page.keyboard.press('f')
    await page
      .getByRole('navigation', { name: 'Columns' })
      .getByRole('link', { name: 'Context' })
      .click()
    await page.getByText('Tokens of all sessions, archived ones included').click()
    const total = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
    await expect(total('Tokens cleared')).not.toHaveText('0')
    await expect(total('Failed summaries')).not.toHaveText('0')
    await expect(page.getByRole('application', { name: /largest first/ })).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: 'Session of context-overview' })
    await expect(row).toContainText('25,500 / 268')
    await expectAccessible(page)
    await row.getByRole('link', { name: /15%/ }).click()
    await page.waitForURL(`**/sessions/${sessionId}/context`)
  })
})

test('a session whose model was not asked yet says so', async ({ page }) => {
  const { sessionId } = await small('context-unasked')
  await open(page, `/sessions/${sessionId}/context`)
  await expect(page.getByText('No request yet')).toBeVisible()
  await expectAccessible(page)
})
