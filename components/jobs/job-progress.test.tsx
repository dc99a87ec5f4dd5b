// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Window } from 'happy-dom'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { LOCALES } from '@/lib/text/locale'
import { type JobAnswer, jobAnswer } from '@/lib/wire/job'
import { JobProgress } from './job-progress'

const running: JobAnswer = {
  id: 'job_1',
  type: 'job',
  kind: 'seed',
  state: 'running',
  phase: 'reading',
  progress: 1,
  total: 2,
  result: null,
  error: null,
  created_at: '2026-01-02T03:04:05.678Z',
  finished_at: null,
}

let server: Server
let root: Root
let answer: unknown

beforeEach(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  const { happyDOM } = window as unknown as Window
  happyDOM.setURL(`http://127.0.0.1:${address.port}/`)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  root.unmount()
  document.body.replaceChildren()
  await new Promise((resolve) => server.close(resolve))
})

function show(locale: (typeof LOCALES)[number]): void {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  })
  root.render(
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone="UTC">
      <QueryClientProvider client={client}>
        <JobProgress loadSchema={async () => jobAnswer} known={running}>
          {(ended) => <p>ended as {ended.state}</p>}
        </JobProgress>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

const text = () => document.body.textContent

test('a job is followed to its end', async () => {
  answer = { ...running, state: 'done', finished_at: '2026-01-02T03:04:06.000Z' }
  show('en')
  await expect.poll(text).toContain('ended as done')
})

test.each(LOCALES)('in %s an answer that is no job is refused in words', async (locale) => {
  answer = { ...running, state: 'paused' }
  show(locale)
  await expect.poll(text).toContain(messagesOf(locale).Answer.unfit)
  expect(document.querySelector('progress')).toBeNull()
})
