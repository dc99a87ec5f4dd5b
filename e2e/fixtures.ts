import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as base } from 'playwright/test'
import Anthropic from '@anthropic-ai/sdk'
import { ownPorts } from './ports'

interface Fixtures {
  /** the official SDK on the application, as a script would use it */
  memoryStores: Anthropic['beta']['memoryStores']
  /** addresses that the test expects to fail; the browser logs each failure as an error */
  refused: RegExp | null
  /** a temporary folder, which the server can read too */
  folder: string
  /** runs before every test */
  noStores: undefined
}

/** A test fails when its page logs an error, or a request of it fails. */
export const test = base.extend<Fixtures>({
  baseURL: `http://127.0.0.1:${ownPorts.application}`,
  memoryStores: async ({ baseURL }, use) => {
    await use(new Anthropic({ apiKey: 'local', baseURL: baseURL ?? '' }).beta.memoryStores)
  },
  // Lists of all stores are on many pages: with those of earlier tests each would cost more and more.
  noStores: [
    async ({ memoryStores }, use) => {
      for await (const { id } of memoryStores.list({ include_archived: true })) {
        await memoryStores.delete(id)
      }
      await use(undefined)
    },
    { auto: true },
  ],
  refused: [null, { option: true }],
  // Playwright insists on a pattern here: it reads from it which fixtures are needed.
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  page: async ({ page, refused }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      const { url } = message.location()
      const isAskedFor = refused?.test(url) && message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isAskedFor) problems.push(`${message.text()} ${url}`)
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
    })
    await use(page)
    expect(problems).toEqual([])
  },
})

export { expect }
