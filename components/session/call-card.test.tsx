import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NextIntlClientProvider } from 'next-intl'
import { text as textOf } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { describe, expect, test, vi } from 'vitest'
import { linesOfDiff } from '@/components/lines/diff-lines'
import { SCAN_RULES } from '@/lib/scan/rules'
import messages from '@/messages/en.json'
import { CallCard, changesAddress } from './call-card'
import type { CallChanges, ChangedMemory, ShownWrite } from './call-difference'
import type { CallOf } from './called'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }))
// As Next's build resolves it for pages of `app`.
vi.mock('next/dynamic', async () => ({
  default: (await import('next/dist/shared/lib/app-dynamic.js')).default,
}))
// What is sent is asked of browser tests; here nothing is.
vi.mock('@/components/approval/actions', () => ({ decideCall: () => Promise.reject(new Error()) }))

const STORES = [{ storeId: 'memstore_1', name: 'Memory bank', mountName: 'memory-bank' }]

const callOf = (given: Partial<CallOf>): CallOf => ({
  kind: 'call',
  id: 'sevt_1',
  at: '2026-07-15T09:00:00Z',
  name: 'memory',
  input: { command: 'view', path: '/memories/notes/plan.md' },
  malformed: null,
  state: 'done',
  heldId: null,
  answer: 'Done.',
  written: [],
  message: null,
  isEdited: false,
  ...given,
})

function changed(before: string, after: string): ChangedMemory {
  const path = '/notes/plan.md'
  return {
    ...linesOfDiff({ before, after, path }),
    storeId: 'memstore_1',
    before: before === '' ? null : path,
    path,
    gone: null,
    version: { id: 'memver_2', memoryId: 'mem_1', ordinal: 2 },
  }
}

/** The card with the tags taken out, and as it is, once all of it is loaded. */
async function card(
  entry: CallOf,
  {
    changes,
    stores = STORES,
    isPast = false,
  }: { changes?: CallChanges; stores?: typeof STORES; isPast?: boolean } = {},
) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  if (changes) cache.setQueryData(['call', 'sesn_1', entry.id, changesAddress(entry)], changes)
  const { prelude } = await prerenderToNodeStream(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <QueryClientProvider client={cache}>
        <CallCard entry={entry} sessionId="sesn_1" stores={stores} isPast={isPast} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  )
  const html = (await textOf(prelude)).replaceAll(/<!--.*?-->/g, '')
  return { html, text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

const written = [{ storeId: 'memstore_1', versionId: 'memver_2' }]

describe('a call that is done', () => {
  test('and only read is a line that unfolds', async () => {
    const { html, text } = await card(callOf({}))
    expect(text).toContain('Viewed notes/ plan.md')
    expect(html).toContain('<details')
    expect(html).not.toContain('Done.')
  })

  test('shows the version that it wrote as a difference, with ways to the memory and the version', async () => {
    const entry = callOf({
      input: { command: 'str_replace', path: '/memories/notes/plan.md' },
      written,
    })
    const { html, text } = await card(entry, {
      changes: { memories: [changed('a\n', 'b\n')], write: null },
    })
    expect(text).toContain('Edited notes/ plan.md v1 → v2 +1 −1')
    expect(html).toContain('href="/stores/memstore_1?memory=mem_1"')
    expect(html).toContain(
      'href="/stores/memstore_1?memory=mem_1&amp;version=memver_2&amp;diff=before"',
    )
    expect(html).toContain('data-kind="removed"')
  })

  test('folds a long difference', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('')
    const entry = callOf({ input: { command: 'create', path: '/memories/notes/plan.md' }, written })
    const { text } = await card(entry, { changes: { memories: [changed('', many)], write: null } })
    expect(text).toContain('18 more lines')
    expect(text).not.toContain('line 29')
  })

  test('says that a text was redacted since', async () => {
    const memory = { ...changed('', ''), gone: 'redacted' as const }
    const { text } = await card(callOf({ written }), {
      changes: { memories: [memory], write: null },
    })
    expect(text).toContain('Part of this change was redacted.')
  })

  test('of the document tools is told in the same words', async () => {
    const edit = callOf({ name: 'memory_edit', input: { path: '/notes/plan.md' } })
    expect((await card(edit)).text).toContain('Edited notes/ plan.md')
    const search = callOf({ name: 'memory_search', input: { query: 'release' } })
    expect((await card(search)).text).toContain('Searched for “release”')
  })

  test('names its store where the session has several', async () => {
    const stores = [...STORES, { storeId: 'memstore_2', name: 'Docs site', mountName: 'docs-site' }]
    const entry = callOf({ input: { command: 'view', path: '/memories/docs-site/a.md' } })
    expect((await card(entry, { stores })).text).toContain('Viewed a.md Done Docs site')
  })
})

describe('a call that waits', () => {
  const input = { command: 'create', path: '/memories/notes/plan.md', file_text: 'b\n' }
  const entry = callOf({ input, state: 'waiting', heldId: 'held_1', answer: null })
  const reason = { about: 'session' as const, found: [], isUnscanned: false }
  const write: ShownWrite = {
    sha256: 'x',
    isPossible: true,
    canEdit: true,
    limit: 100_000,
    lapsesAt: null,
    flags: [],
    reason,
  }
  const memories = [{ ...changed('', 'b\n'), version: null }]

  test('cannot be allowed before it is shown', async () => {
    expect((await card(entry)).html).toMatch(
      /<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Allow/,
    )
  })

  test('that does not fit what stands there can be edited or denied', async () => {
    const { text, html } = await card(entry, {
      changes: { memories, write: { ...write, isPossible: false } },
    })
    expect(text).toContain('Others changed the same lines since.')
    expect(html.match(/<button[^>]*disabled=""/g)).toHaveLength(2)
  })

  test('for a rule says for which, and whatever else is found in it', async () => {
    const at = { line: 3, fromColumn: 0, toLine: 3, toColumn: 9 }
    const flag = {
      rule: 'instruction_override' as const,
      ...SCAN_RULES.instruction_override,
      ...at,
    }
    const held = { ...write, reason: { ...reason, about: 'all_writes' as const }, flags: [flag] }
    const { text } = await card(entry, { changes: { memories, write: held } })
    expect(text).toContain('Rule: all writes wait Overrides earlier instructions Line 3')
    expect(text).not.toContain('Allow all')
  })

  test('and deletes cannot be edited', async () => {
    const { text } = await card(entry, {
      changes: { memories, write: { ...write, canEdit: false } },
    })
    expect(text).not.toContain('Edit')
  })
})

describe('a call that is allowed, while others are decided', () => {
  const changes = { memories: [{ ...changed('', 'b\n'), version: null }], write: null }
  const allowed = callOf({ state: 'allowed', heldId: 'held_1', answer: null })

  test('still shows what will be written', async () => {
    expect((await card(allowed, { changes })).html).toContain('data-kind="added"')
  })

  test('shows nothing of what a person wrote something else for', () => {
    expect(changesAddress({ ...allowed, isEdited: true })).toBeNull()
  })
})

describe('a call that did nothing', () => {
  test('since its input is no JSON object says so', async () => {
    const { text } = await card(
      callOf({ input: {}, malformed: '{"comm', state: 'failed', answer: 'Error: …' }),
    )
    expect(text).toContain('Call of memory')
    expect(text).toContain('The agent’s input is no JSON object. Nothing was done.')
  })

  test('says why it failed, and is quiet once something later succeeded', async () => {
    const entry = callOf({ state: 'failed', answer: 'Error: the path does not exist' })
    expect((await card(entry, { isPast: false })).text).toContain('Error: the path does not exist')
    expect((await card(entry, { isPast: true })).text).not.toContain('Error:')
  })
})

test('a path with hidden characters shows them', async () => {
  const entry = callOf({ input: { command: 'view', path: '/memories/a\u202Eb.md' } })
  expect((await card(entry)).html).toContain('data-hidden="RLO"')
})

test('whatever an agent sends is a card', async () => {
  const inputs = [{}, { command: 7 }, { command: 'toString', path: [] }, { path: '/etc/passwd' }]
  for (const input of inputs) expect((await card(callOf({ input }))).html).toContain('<article')
  expect((await card(callOf({ name: '__proto__' }))).text).toContain('Call of __proto__')
})
