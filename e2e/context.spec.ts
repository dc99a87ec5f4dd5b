import type { Page } from 'playwright/test'
import { summaryOf } from '@/tests/support/summaries'
import { expectAccessible } from './accessible'
import { log, opened, say, text } from './conversation'
import { expect, test } from './fixtures'
import { nameModel, settingRow, unfoldAdvanced } from './new-session'
import { open, reload } from './open'
import { release, script } from './models'

const full = (words: string, input_tokens: number) => ({
  parts: [text(words)],
  usage: { input_tokens },
})
const gauge = (page: Page) => page.getByRole('meter', { name: 'Size of the context' })
const SUMMARY = summaryOf('Looking after the tea.')
const small = (compaction: object = {}) => ({
  context: { window: 10_000, compaction: { save_first: false, ...compaction } },
})

test('the gauge shows how full the context is, and says aloud that a mark was passed', async ({
  page,
}) => {
  await script('gauged', [full('One.', 3_000), full('Two.', 6_500), full('Three.', 8_500)])
  const { sessionId } = await opened('gauged', {}, small())
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(gauge(page)).toHaveAttribute('aria-valuetext', /3,00\d of 10,000 tokens, 30%/)
  await expect(page.getByTitle('Summarised at 92%')).toBeVisible()
  await say(page, 'Second')
  await expect(
    page.getByRole('status').filter({ hasText: 'The context passed 60%: filling up.' }),
  ).toBeAttached()
  await expect(page.getByRole('button', { name: 'Summarise…' })).toBeVisible()
  await say(page, 'Third')
  await expect(
    page.getByRole('status').filter({ hasText: 'The context passed 80%: nearly full.' }),
  ).toBeAttached()
  await expectAccessible(page)
})

test('a context that reaches its mark is summarised before the eyes of the person', async ({
  page,
}) => {
  await script('summarised', [
    full('One.', 9_500),
    { parts: [text(SUMMARY)], holdAfter: 6 },
    full('Two.', 700),
  ])
  const { sessionId } = await opened('summarised', { '/tea.md': 'Green.\n' }, small())
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('One.')
  await say(page, 'Second')
  await expect(log(page)).toContainText('reached its threshold at 9,5')
  await expect(log(page)).toContainText('Writing the summary')
  await release('summarised')
  await expect(log(page)).toContainText('Two.')
  const done = page.getByRole('article', { name: 'The context was summarised' })
  await expect(done).toContainText(/9,5\d\d → about [\d,]+ tokens/)
  await done.getByText('Summary', { exact: true }).click()
  await expect(done).toContainText('Looking after the tea.')
  await expect(log(page)).toContainText('One.')
  await expect(gauge(page)).toHaveAttribute('aria-valuetext', /of 10,000 tokens, 7%/)
  // Screen readers must not keep announcing a mark that no longer applies.
  await expect(page.getByRole('status').filter({ hasText: 'is down to' })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'context passed' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a summary is changed before it takes effect', async ({ page }) => {
  await script('reviewed', [full('One.', 9_500), { parts: [text(SUMMARY)] }, full('Two.', 700)])
  const { sessionId, beta } = await opened('reviewed', {}, small({ review: true }))
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('One.')
  await say(page, 'Second')
  await expect(page.getByText('A summary is waiting for you')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Summary' })
  await expect(field).toHaveValue(SUMMARY)
  await reload(page)
  await expectAccessible(page)
  await field.fill('In my own words.')
  await page.getByRole('button', { name: 'Use my version' }).click()
  await expect(log(page)).toContainText('Two.')
  await expect(log(page)).toContainText('edited by you')
  const events = []
  for await (const event of beta.sessions.events.list(sessionId)) events.push(event)
  expect(events.find(({ type }) => type === 'agent.thread_context_compacted')).toMatchObject({
    summary: 'In my own words.',
    edited: true,
  })
})

test('a summary is asked for by keyboard, with what to look after, this time and for good', async ({
  page,
}) => {
  await script('by-hand', [full('One.', 500), { parts: [text(SUMMARY)] }])
  const { sessionId, beta } = await opened('by-hand', {}, small())
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('One.')
  await page.getByRole('button', { name: 'Session menu' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Summarise…' }).press('Enter')
  await page.getByLabel('What to keep (optional)').fill('Keep the names.')
  await page.getByLabel('Use for every summary of this session').check()
  await page.getByRole('button', { name: 'Summarise now' }).press('Enter')
  await expect(page.getByRole('article', { name: 'The context was summarised' })).toBeVisible()
  await expect(log(page)).toContainText('You asked for a summary: Keep the names.')
  await expect
    .poll(() => beta.sessions.retrieve(sessionId))
    .toMatchObject({
      palimpsest: { context: { compaction: { instructions: 'Keep the names.' } } },
    })
})

test('a summary that fails says why, and leaves the conversation as it was', async ({ page }) => {
  await script('failing', [
    full('One.', 9_500),
    { parts: [text('It rained.')] },
    full('Two.', 9_600),
  ])
  const { sessionId } = await opened('failing', {}, small())
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('One.')
  await say(page, 'Second')
  const note = log(page).getByRole('note', { name: 'Failed summary' })
  await expect(note).toContainText('The context wasn’t summarised and stays')
  await expect(note).toContainText('lacks required sections')
  await expect(note).toContainText('Pending tasks')
  await expect(log(page)).toContainText('Two.')
  await expectAccessible(page)
})

test('what was cleared and what was added for the agent stand where they happened', async ({
  page,
}) => {
  await script('cleared', [
    {
      parts: [text('One.')],
      appliedEdits: [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: 7, cleared_input_tokens: 1_200 },
      ],
    },
  ])
  const { sessionId } = await opened('cleared', { '/tea.md': 'Green.\n' })
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('7 old tool results were cleared, 1,200 tokens, by the API')
  await log(page).getByText('Automatic reminder: what its memory holds').click()
  await expect(log(page)).toContainText('/memories/tea.md')
})

test('how a session looks after its context is chosen in its form', async ({ page }) => {
  await script('chosen', [full('One.', 10)])
  await open(page, '/sessions/new')
  await nameModel(page, 'chosen')
  await unfoldAdvanced(page)
  await settingRow(page, 'When the context fills').click()
  await page.getByLabel('Window, tokens').fill('50000')
  await page.getByLabel('Filling up at, %').fill('40')
  await page.getByLabel('Summarise automatically at that threshold').uncheck()
  await page.getByLabel('By the API (context_management), where the server has it').check()
  await expect(page.getByLabel('Keep what was read from memory')).not.toBeChecked()
  await page.getByLabel('Start when a request has').selectOption('tool_uses')
  await page.getByLabel('Calls', { exact: true }).fill('12')
  await page.getByLabel('Clear old thinking').check()
  await page.getByLabel('Show me each summary before').check()
  await expectAccessible(page)
  await page.getByLabel('First message').fill('Hi')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(log(page)).toContainText('One.')
  await expect(gauge(page)).toHaveAttribute('aria-valuetext', /of 50,000 tokens/)
  await expect(page.getByTitle('Filling up at 40%')).toBeVisible()
  await expect(page.getByTitle(/Summarised at/)).toHaveCount(0)
})

const invalidity = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((input: HTMLInputElement) => input.validationMessage)

test('thresholds that do not rise are refused at the field, beside the installation’s too', async ({
  page,
}) => {
  await open(page, '/sessions/new')
  await nameModel(page, 'anything')
  await unfoldAdvanced(page)
  await settingRow(page, 'When the context fills').click()
  await page.getByLabel('Filling up at, %').fill('85')
  expect(await invalidity(page, 'Filling up at, %')).toBe(
    'Thresholds must rise: filling up, nearly full, summary.',
  )
  await page.getByLabel('Nearly full at, %').fill('50')
  expect(await invalidity(page, 'Filling up at, %')).toBe('')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByLabel('Nearly full at, %')).toBeFocused()
  await expect(page).toHaveURL(/sessions\/new/)
  await page.getByLabel('Nearly full at, %').fill('90')
  expect(await invalidity(page, 'Nearly full at, %')).toBe('')
})

test('a limit may be empty while it is typed, and one out of range is refused at its field, unfolded', async ({
  page,
}) => {
  await open(page, '/sessions/new')
  await nameModel(page, 'anything')
  await unfoldAdvanced(page)
  const row = settingRow(page, 'It stops on its own')
  await row.click()
  const requests = page.getByLabel('Model requests per run')
  await requests.fill('')
  await expect(requests).toHaveValue('')
  await requests.pressSequentially('0')
  await expect(requests).toHaveValue('0')
  await row.click()
  await expect(requests).toBeHidden()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(requests).toBeFocused()
  await expect(page).toHaveURL(/sessions\/new/)
})

test('how a session looks after its context is changed on its page, and holds at once', async ({
  page,
}) => {
  await script('changed', [full('One.', 6_500)])
  const { sessionId } = await opened('changed', {}, small())
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'First')
  await expect(log(page)).toContainText('One.')
  await expect(gauge(page)).toHaveAttribute('aria-valuetext', /of 10,000 tokens, 65%/)
  await page.getByRole('link', { name: 'Context', exact: true }).click()
  await page.getByText('Session settings', { exact: true }).click()
  await settingRow(page, 'When the context fills').click()
  await page.getByLabel('Nearly full at, %').fill('62')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Applies from the next request.')).toBeVisible()
  await page.getByRole('link', { name: /First/ }).click()
  await expect(page.getByText('nearly full', { exact: true })).toBeVisible()
})
