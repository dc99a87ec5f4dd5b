import type { Page } from 'playwright/test'
import Anthropic from '@anthropic-ai/sdk'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

/** From a wrong answer to the line that made it, the line put right, and a test that keeps it so. */

const region = (page: Page) => page.getByRole('region', { name: 'Conversation' })

async function openSample(page: Page): Promise<string> {
  await open(page, '/')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/stores\/\w+$/, { timeout: 60_000 })
  return page.url().split('/').at(-1) ?? ''
}

/** A session of the practice agent on a store, which was asked something. */
async function askedSession(url: string, storeId: string, question: string): Promise<string> {
  const { sessions } = new Anthropic({ apiKey: 'local', baseURL: url }).beta
  const { id } = await sessions.create({
    agent: 'practice-agent',
    environment_id: 'env_any',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
  } as never)
  const content = [{ type: 'text' as const, text: question }]
  await sessions.events.send(id, { events: [{ type: 'user.message', content }] } as never)
  return id
}

test('the sample’s wrong answer leads to its line, which is undone and kept right by a test', async ({
  page,
  stores,
  application,
}) => {
  test.slow()
  for await (const { id } of stores.list({ include_archived: true })) await stores.delete(id)
  const storeId = await openSample(page)
  const sessionId = await askedSession(application.url, storeId, 'When do releases go out?')
  await open(page, `/sessions/${sessionId}`)
  // Whole, and no longer on its way.
  const said = region(page).locator('[data-said]').filter({ hasText: 'go out on Fridays.' })
  await expect(said).toBeVisible({ timeout: 20_000 })

  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { name: 'Which line made it say so?' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue(
    /Releases go out on Fridays/,
  )
  await expect(page.getByText('Holds in this answer')).toBeVisible()
  await expect(page.getByText(/Some \d+ answers, free/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page).toHaveURL(/\/why\/cause_\w+$/)
  await expect(
    page.getByRole('heading', { name: 'Line 3 of agreements.md made it say so.' }),
  ).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const found = page.url()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/plan\?hunks=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(`/stores/${storeId}`)
  expect(await stores.contentAt(storeId, '/agreements.md')).toContain('on Tuesdays, never')

  await open(page, found)
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'New test' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Ask, 1' })).toHaveValue(
    'When do releases go out?',
  )
  await expect(page.getByRole('combobox', { name: 'Kind of check' })).toHaveValue('lacks')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/tests\?test=mtest_/)
  await page.keyboard.press('g')
  await expect(page.getByText('3 of 3').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('passes', { exact: true }).first()).toBeAttached()
  await expectAccessible(page)
})

test('a search is stopped, says what is kept, and goes on', async ({
  page,
  stores,
  application,
}) => {
  const storeId = await stores.make('Small', {
    '/agreements.md': '# Agreements\n\n- Releases go out on Fridays.\n',
    '/team.md': 'Mia leads.\n',
  })
  const sessionId = await askedSession(application.url, storeId, 'When do releases go out?')
  await open(page, `/sessions/${sessionId}`)
  const said = region(page).locator('[data-said]').filter({ hasText: 'go out on Fridays.' })
  await expect(said).toBeVisible({ timeout: 20_000 })
  await said.getByRole('link', { name: 'Why…' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/why\/cause_\w+$/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'Stopped.' })).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('m')
  await expect(
    page.getByRole('heading', { name: 'Line 3 of agreements.md made it say so.' }),
  ).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByText(/^Only this shown: 5 of 5 said so/)).toBeVisible()
})
