import { expect, test as base } from '@playwright/test'
import Anthropic from '@anthropic-ai/sdk'
import { portsFrom } from './ports'

interface Fixtures {
  /** the official SDK on the application, as a script would use it */
  memoryStores: Anthropic['beta']['memoryStores']
  /** says what a model does with its requests, in their order; for the application with models */
  script: (model: string, steps: readonly object[]) => Promise<void>
  /** lets an answer of a model go on that holds */
  release: (model: string) => Promise<void>
  /** the addresses whose refusal a test asks for; the browser logs it as an error */
  refused: RegExp | null
}

/** A test fails when its page logs an error, or a request of it fails. */
export const test = base.extend<Fixtures>({
  memoryStores: async ({ baseURL }, use) => {
    await use(new Anthropic({ apiKey: 'local', baseURL: baseURL ?? '' }).beta.memoryStores)
  },
  script: async ({}, use) => {
    await use((model, steps) => control('script', { model, steps }))
  },
  release: async ({}, use) => {
    await use((model) => control('release', { model }))
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

const { control: controlPort, withModels } = portsFrom(Number(process.env.E2E_PORT))

/** Where the application listens that has models. */
export const WITH_MODELS = `http://127.0.0.1:${withModels}`

async function control(what: 'script' | 'release', body: object): Promise<void> {
  const url = `http://127.0.0.1:${controlPort}/${what}`
  await fetch(url, { method: 'POST', body: JSON.stringify(body) })
}

export { expect }
