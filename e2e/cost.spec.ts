import type { APIRequestContext } from 'playwright/test'
import { expect, test } from './fixtures'
import { expectAccessibleInBothThemes } from './accessible'
import { practiceSession } from './conversation'
import { open, reload } from './open'

const DEPLOY = '# Deploying\n\nDeploys go out on Fridays, after lunch.\n'
const OLD = `# Old plans\n\n${'A deploy that nobody remembers.\n'.repeat(200)}`

test('a store says what its memory costs, and of which of it nothing is known to have come', async ({
  page,
  request,
  memoryStores,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  await memoryStores.memories.create(store.id, { path: '/deploy.md', content: DEPLOY })

  await open(page, `/stores/${store.id}`)
  await page.getByRole('link', { name: 'What its memory costs' }).click()
  await expect(page.getByText('Nothing was counted in this time')).toBeVisible()
  await expect(page.getByText(/^counted since /)).toBeVisible()

  const asked = {
    name: 'Deploys on Fridays',
    text: 'on fridays',
    question: 'When do deploys go out?',
  }
  await open(page, `/stores/${store.id}/tests/new?${new URLSearchParams(asked)}`)
  await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Passes.' })).toBeVisible({ timeout: 30_000 })

  await memoryStores.memories.create(store.id, { path: '/old/plans.md', content: OLD })
  await session(request, store.id)
  await open(page, `/stores/${store.id}/cost`)
  await expect(page.getByRole('heading', { name: 'Too few sessions to say.' })).toBeVisible()
  await expect(page.getByText('1 of the 5 that it takes.')).toBeVisible()

  for (let more = 0; more < 4; more++) await session(request, store.id)
  await open(page, `/stores/${store.id}/cost`)
  await expect(
    page.getByRole('heading', {
      name: /^Nothing is known to have come of about [\d,]+ of [\d,]+ tokens a session\.$/,
    }),
  ).toBeVisible()
  await expect(page.getByText('5 sessions', { exact: true })).toBeVisible()
  const idle = page.getByRole('region', { name: 'Costly, and nothing known came of it' })
  await expect(idle.getByRole('listitem')).toContainText(['old/plans.md'])
  await expect(idle.getByText('nothing known', { exact: true })).toBeVisible()
  const used = page.getByRole('region', { name: 'Used' })
  await expect(used.getByRole('listitem')).toContainText(['read by 1 test'])
  await expect(used.getByRole('link', { name: 'Shorten…' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('link', { name: 'Day', exact: true }).click()
  await expect(page).toHaveURL(/days=1$/)
  await expect(idle.getByText('in 5 sessions', { exact: true })).toBeVisible()

  await open(page, '/stores')
  await expect(page.getByText(/tokens a session, no effect seen in 1 test$/)).toBeVisible()
  await page.getByRole('link', { name: 'See costs' }).click()
  await expect(idle.getByRole('link', { name: 'Shorten…' })).toBeVisible()

  // What a page streams may be seen before its keys are heard.
  await reload(page)
  await page.keyboard.press('j')
  await expect(idle.getByRole('link', { name: 'old/plans.md' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?memory=mem_\w+$/)
  await page.goBack()
  await idle.getByRole('link', { name: 'Shorten…' }).click()
  await expect(page).toHaveURL(/view=edit/)
})

/** A session of the practice agent, which reads what there is, until it has answered. */
async function session(request: APIRequestContext, storeId: string): Promise<void> {
  const id = await practiceSession(request, storeId, 'What do you know about deploys?')
  const events = async () => {
    const listed = await request.get(`/v1/sessions/${id}/events`)
    const { data } = (await listed.json()) as { data: { type: string }[] }
    return data.map(({ type }) => type)
  }
  await expect.poll(events).toContain('session.status_idle')
}
