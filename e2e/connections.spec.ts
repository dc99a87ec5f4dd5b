import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

/** Lists memories over MCP as a program with this name does. */
async function call(url: string, name: string, secret?: string): Promise<void> {
  const options = { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: {} }
  const client = new Client({ name, version: '4.2' }, options)
  const headers: Record<string, string> = secret ? { authorization: `Bearer ${secret}` } : {}
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  )
  await client.callTool({ name: 'memory_list', arguments: {} })
  await client.close()
}

test('an agent is connected by lines for its program and one store, and is seen when it calls', async ({
  page,
  stores,
  application,
}) => {
  const id = await stores.make('Beacon', { '/a.md': 'a\n' })
  await open(page, '/connections')
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  const lines = page.getByRole('group', { name: 'Claude Code over HTTP' })
  await expect(lines).toContainText(`${application.url}/mcp`)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Store' }).selectOption({ label: 'Beacon' })
  await expect(page.getByText('The agent sees this store only.')).toBeVisible()
  const url = `${application.url}/mcp?store=${id}`
  await expect(lines).toContainText(`'${url}'`)
  await page.getByText('Another way').click()
  await expect(page.getByRole('group', { name: 'Claude Code over stdio' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'Codex' })
  await expect(page.getByText('~/.codex/config.toml')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'TypeScript' })
  await expect(page.getByRole('group', { name: 'TypeScript over API' })).toBeVisible()
  // Only the agents above are served one store, and listed once they call.
  await expect(page.getByText('The agent sees this store only.')).toBeHidden()
  await expect(page.getByText('Waiting for the first call')).toBeHidden()
  await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'Codex' })
  await expect(page.getByText('Waiting for the first call')).toBeVisible()

  await call(url, 'Lighthouse')
  const row = page.getByRole('listitem').filter({ hasText: 'Lighthouse' })
  await expect(row).toContainText('Lighthouse 4.2')
  await expect(row).toContainText('no keyCalls 1 call')
  await expect(page.getByText('Waiting for the first call')).toBeHidden()
  await expectAccessible(page)
})

test('a key that is made for an agent stands in its lines, this once, and names it in the list', async ({
  page,
  stores,
  application,
}) => {
  await stores.make('Kept apart')
  await open(page, '/connections/agents')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night watch')
  await dialog.getByRole('checkbox', { name: 'Kept apart' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'The key’s secret' })
  const secret = await shown.getByRole('group', { name: 'Secret' }).innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  const lines = page.getByRole('group', { name: 'Claude Code over HTTP' })
  await expect(lines).toContainText(`--header 'Authorization: Bearer ${secret}'`)
  await expect(page.getByText('It is shown this once.')).toBeVisible()

  await call(`${application.url}/mcp`, 'Watchman', secret)
  const row = page.getByRole('listitem').filter({ hasText: 'Watchman' })
  await expect(row).toContainText('Night watch')
  await expect(row).toContainText('Kept apart')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Night watch' })).toBeVisible()
})
