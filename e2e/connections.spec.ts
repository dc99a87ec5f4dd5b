import { callTool, mcpClient } from '@/tests/support/mcp-client'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, walkTo } from './open'

test('a new agent’s first call appears as it happens; a key made for it reads only, is rotated and ends', async ({
  page,
  memoryStores,
  baseURL,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const { id: storeId } = await memoryStores.create({ name: 'Shared notes' })
  await open(page, '/connections')
  await page.getByText('Cursor', { exact: true }).click()
  await expect(page.getByLabel('Cursor over HTTP')).toContainText(`${url}/mcp`)

  const program = `agent-${Date.now()}`
  const agent = await mcpClient({ url, program })
  const row = page.getByRole('listitem').filter({ hasText: program })
  await expect(row).toContainText('no key')
  await expect(page.getByText(`${program} 1.2 has called.`)).toBeVisible()
  await expect(page.getByText('Waiting for the first call')).toBeHidden()
  expect(await callTool(agent, 'memory_write', { path: '/a.md', content: 'tea' })).toMatchObject({
    isError: false,
  })
  await expect(row).toContainText('1 call')
  await agent.close()
  await walkTo(page, `/stores/${storeId}?path=/a.md`)
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText(`${program} 1.2`)
  await walkTo(page, '/connections')
  await page.getByText('Cursor', { exact: true }).click()

  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  const keyName = `reader ${Date.now()}`
  await dialog.getByLabel('Name').fill(keyName)
  await dialog.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: /^read/ }).click()
  await dialog.getByLabel('Shared notes').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = (await dialog.getByLabel('Secret').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Cursor over HTTP')).toContainText(first)
  const reader = await mcpClient({ url, key: first })
  expect((await reader.listTools()).tools).toHaveLength(3)
  await reader.close()

  const keys = page.getByRole('list', { name: 'Keys' })
  const key = keys.getByRole('listitem').filter({ hasText: keyName })
  await expect(key).toContainText('1 store')
  const more = key.getByRole('button', { name: `More for ${keyName}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  const second = (await dialog.getByLabel('Secret').textContent()) ?? ''
  expect(second).not.toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await (await mcpClient({ url, key: second })).close()
  await more.click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog).toBeHidden()
  await expect(key).toHaveCount(0)
  for (const secret of [first, second]) {
    await expect(mcpClient({ url, key: secret })).rejects.toThrow()
  }
})

test('the line that connects an agent serves the one store that is chosen', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Team tea' })
  await open(page, `/connections?store=${id}`)
  const line = page.getByLabel('Claude Code over HTTP')
  await expect(line).toContainText(`/mcp?store=${id}`)
  await expect(page.getByText('The agent sees only this store.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Store' }).click()
  await page.getByRole('option', { name: 'All stores' }).click()
  await expect(line).not.toContainText('store=')
})

test('what is to be connected is asked first, Claude Code before other agents and a folder', async ({
  page,
}) => {
  await open(page, '/connections')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'What do you want to connect?' })).toBeVisible()
  const ways = dialog.getByRole('listitem').getByRole('button')
  await expect(ways).toHaveText([
    /^Claude Code.*store/,
    /^Another agent, over MCP or the API.*every store/,
    /^A folder.*a store of its own/,
  ])
  await expectAccessible(page)
  await ways.nth(1).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Claude Code' })).toBeFocused()

  await page.getByRole('button', { name: 'Connect…' }).click()
  await ways.nth(2).click()
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Connect…' })).toBeFocused()
})
