import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { create, say, view } from '@/tests/support/model-server'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible'
import { expect } from './fixtures'
import { open } from './open'
import { test } from './scripted'

const USAGE = { input_tokens: 1_000, cache_read_input_tokens: 3_000, output_tokens: 120 }
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Context' })

/** Opens the drawer of a session of two requests. */
async function opened(page: Page, id: string) {
  await open(page, `/sessions/${id}`)
  await page.getByRole('button', { name: /^Context/ }).click()
  await expect(drawerOf(page).getByRole('slider', { name: 'Request' })).toBeVisible()
}

test('the drawer shows the size against the marks, by part, and what each request took', async ({
  page,
  rested,
}) => {
  const steps = [
    { parts: [view()], usage: USAGE },
    { parts: [say('Read.')], usage: USAGE },
  ]
  const { id } = await rested(steps, { window: 10_000 })
  await opened(page, id)
  const drawer = drawerOf(page)
  await expect(drawer).toContainText('4,120 of 10,000 tokens, 41%')
  await expect(drawer).toContainText('75% from the cache')
  await expect(drawer.getByRole('group', { name: /^By part/ })).toContainText('System, tools')
  await expect(drawer).toContainText('4,000 in · 3,000 of them cached · 120 out')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: /^Context/ })).toBeFocused()
})

test('each request is read as JSON, and downloaded byte for byte', async ({
  page,
  rested,
  models,
}) => {
  const { id, model } = await rested([{ parts: [view()] }, { parts: [say('Read.')] }])
  await opened(page, id)
  const drawer = drawerOf(page)
  const request = drawer.getByRole('region', { name: /^Request/ })
  await expect(request).toContainText('Byte for byte as sent')
  await page.keyboard.press('ArrowLeft')
  await expect(request.getByRole('heading', { name: 'Request 1' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(request.getByRole('heading', { name: 'Request 2' })).toBeVisible()
  await drawer.getByRole('slider', { name: 'Request' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(request.getByRole('heading', { name: 'Request 1' })).toBeVisible()
  await expect(request).toContainText('"model"')
  const download = page.waitForEvent('download')
  await request.getByRole('link', { name: 'JSON' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toEqual(models.requests(model)[0])
})

test('a summary is asked for with what it is to keep, and is told with before and after', async ({
  page,
  rested,
  models,
}) => {
  const steps = [{ parts: [create('/memories/a.md', 'a\n')], usage: USAGE }]
  const { id, model } = await rested(steps)
  models.script(model, { parts: [say('No sections.')] })
  await opened(page, id)
  const drawer = drawerOf(page)
  await drawer.getByRole('button', { name: 'Summarise…' }).click()
  await expect(drawer.getByRole('textbox', { name: 'What to keep' })).toBeFocused()
  await page.keyboard.type('All names')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(drawer).toContainText('Not summarised; nothing changed')
  await expect(drawer).toContainText('The summary lacked sections.')
  expect(JSON.stringify(models.requests(model).at(-1))).toContain('All names')
})
