import { log, opened, say, text } from './conversation'
import { expect, test } from './fixtures'
import { nameModel } from './new-session'
import { open } from './open'
import { release, script } from './models'

const create = (path: string) => ({
  type: 'tool_use',
  name: 'memory',
  input: { command: 'create', path, file_text: 'x\n' },
})

test('a model of a server over the network is chosen from its list, and answers', async ({
  page,
}) => {
  await script('model-of-the-list', [{ parts: [text('Hello from **afar**.')] }])
  await open(page, '/sessions/new')
  await nameModel(page, 'model-of-the-list')
  await page.getByLabel('First message').fill('Hi')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(log(page).locator('strong')).toHaveText('afar')
  await expect(page.getByText('Practice agent')).toBeHidden()
  expect(await page.content()).not.toContain('sk-e2e-secret')
})

test('an answer is seen as it is written, and is stopped with what was said of it', async ({
  page,
}) => {
  const words = 'A story that is told piece by piece, so slowly that it can be stopped half-way.'
  await script('slow', [{ parts: [text(words)], holdAfter: 4 }, { parts: [text('Short.')] }])
  const { sessionId } = await opened('slow')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Tell')
  await expect(log(page)).toContainText('A story that is told')
  await expect(page.getByRole('status').filter({ hasText: /^Running$/ })).toBeVisible()
  await say(page, 'Shorter')
  await expect(log(page)).toContainText('Queued')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(log(page)).toContainText('Short.')
  // Said once, below what was said by then.
  await expect(log(page)).toHaveText(/A story that is told.*You stopped the agent\..*Short\./s)
  await expect(log(page).getByText('You stopped the agent.')).toHaveCount(1)
  await expect(log(page)).not.toContainText('cut off')
  await release('slow')
})

test('a call is seen while its input is written', async ({ page }) => {
  const parts = [{ ...create('/memories/slowly.md') }]
  await script('writing', [{ parts, holdAfter: 5 }, { parts: [text('Written.')] }])
  const { sessionId } = await opened('writing')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Write')
  await expect(log(page).getByRole('article')).toContainText('Being written')
  await expect(log(page).getByRole('article')).toContainText('Create')
  await release('writing')
  await expect(log(page)).toContainText('Written.')
  await expect(log(page).getByRole('article')).toHaveCount(1)
})

for (const { name, step, words, advice } of [
  {
    name: 'wrong key',
    step: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
    words: 'The model server rejected the key.',
    advice: 'Set ANTHROPIC_API_KEY',
  },
  {
    name: 'model gone',
    step: { status: 404, type: 'not_found_error', message: 'model: gone' },
    words: 'Unknown model.',
    advice: 'another model',
  },
  {
    name: 'request refused',
    step: { status: 400, type: 'invalid_request_error', message: 'max_tokens: too many' },
    words: 'The model server refused the request.',
    advice: 'Change the session’s settings',
  },
]) {
  test(`${name}: the conversation says what happened and what to do, and goes on`, async ({
    page,
  }) => {
    const model = `fails-${name.replaceAll(' ', '-')}`
    await script(model, [step, { parts: [text('Here I am.')] }])
    const { sessionId } = await opened(model)
    await open(page, `/sessions/${sessionId}`)
    await say(page, 'Hello')
    const alert = log(page).getByRole('alert')
    await expect(alert).toContainText(words)
    await expect(alert).toContainText(step.message)
    await expect(alert).toContainText(advice)
    await expect(page.getByRole('status').filter({ hasText: /^Failed$/ })).toBeVisible()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(log(page)).toContainText('Here I am.')
  })
}

test('an answer that reached its length is continued', async ({ page }) => {
  await script('long', [
    { parts: [text('Once upon')], stopReason: 'max_tokens' },
    { parts: [text('a time.')] },
  ])
  const { sessionId } = await opened('long')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'A story')
  await expect(log(page)).toContainText('The answer reached its maximum length.')
  await log(page).getByRole('button', { name: 'Continue' }).click()
  await expect(log(page)).toContainText('a time.')
})

test('a refusal says so, with the explanation if there is one', async ({ page }) => {
  await script('refusing', [
    { parts: [], stopReason: 'refusal', explanation: 'Not that.' },
    { parts: [], stopReason: 'refusal' },
  ])
  const { sessionId } = await opened('refusing')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Go')
  await expect(log(page)).toContainText('The model declined to answer: Not that.')
  await say(page, 'And this?')
  await expect(log(page)).toContainText('The model declined to answer. Rephrase it')
})

test('what a model thought is folded', async ({ page }) => {
  await script('thinking', [
    { parts: [{ type: 'thinking', thinking: 'Let me see.' }, text('Seen.')] },
  ])
  const { sessionId } = await opened('thinking')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Go')
  await expect(log(page)).toContainText('Seen.')
  await expect(page.getByText('Let me see.')).toBeHidden()
  await page.getByText('Thinking', { exact: true }).click()
  await expect(page.getByText('Let me see.')).toBeVisible()
})

test('an input that is no JSON is shown as it was written', async ({ page }) => {
  const broken = { type: 'tool_use', name: 'memory', json: '{"command": nonsense' }
  await script('broken', [{ parts: [broken] }, { parts: [text('I will try again.')] }])
  const { sessionId } = await opened('broken')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Go')
  await expect(log(page)).toContainText('the input is not JSON')
  await expect(log(page)).toContainText('I will try again.')
})

test.describe('a store that is deleted', () => {
  test.use({ refused: /memory\?store=/ })
  test('a store that is deleted under a session is said to be gone', async ({ page }) => {
    const view = { type: 'tool_use', name: 'memory', input: { command: 'view', path: '/memories' } }
    await script('bereft', [{ parts: [view] }, { parts: [text('Oh.')] }])
    const { beta, storeId, sessionId } = await opened('bereft')
    await beta.memoryStores.delete(storeId)
    await open(page, `/sessions/${sessionId}`)
    await say(page, 'Look')
    await expect(log(page)).toContainText('The memory store of /memories is gone')
    await expect(log(page)).toContainText('Oh.')
  })
})

test('hostile words of a model are shown and do nothing', async ({ page }) => {
  const words =
    '<script>document.title="x"</script>\n\n[a](javascript:alert(1)) ![i](https://e.example/i.png)'
  await script('hostile', [{ parts: [text(words)] }])
  const { sessionId } = await opened('hostile')
  await open(page, `/sessions/${sessionId}`)
  await say(page, 'Go')
  await expect(log(page)).toContainText('Image, not loaded')
  await expect(log(page).locator('a:not([data-why]), img, script')).toHaveCount(0)
})
