import { expect, test as base } from '@playwright/test'
import Anthropic from '@anthropic-ai/sdk'

interface Fixtures {
  /** the official SDK on the application, as a script would use it */
  memoryStores: Anthropic['beta']['memoryStores']
}

/** A test fails when its page logs an error, or a request of it fails. */
export const test = base.extend<Fixtures>({
  memoryStores: async ({ baseURL }, use) => {
    await use(new Anthropic({ apiKey: 'local', baseURL: baseURL ?? '' }).beta.memoryStores)
  },
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
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
