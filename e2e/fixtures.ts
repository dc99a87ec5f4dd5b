import { expect, test as base } from '@playwright/test'
import Anthropic from '@anthropic-ai/sdk'

interface Fixtures {
  /** the official SDK on the application, as a script would use it */
  memoryStores: Anthropic['beta']['memoryStores']
  /** the addresses whose refusal a test asks for; the browser logs it as an error */
  refused: RegExp | null
}

/** A test fails when its page logs an error, or a request of it fails. */
export const test = base.extend<Fixtures>({
  memoryStores: async ({ baseURL }, use) => {
    await use(new Anthropic({ apiKey: 'local', baseURL: baseURL ?? '' }).beta.memoryStores)
  },
  refused: [null, { option: true }],
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
