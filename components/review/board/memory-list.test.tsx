import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { Decision } from '@/lib/review/model/hunk'
import { type Board, BoardContext } from './board-context'
import { MemoryList } from './memory-list'

/** The sign before a memory with one hunk, by the name of its icon. */
function signOf(decision: Decision | null): string | undefined {
  const board = { ofMemory: () => [{}], decisionOf: () => decision } as unknown as Board
  const memory = { memoryId: 'mem_1', path: '/a', added: 1, removed: 0 }
  const list = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
      <BoardContext value={board}>
        <MemoryList memories={[{ ...memory, hasReasons: false, openComments: 0 }]} />
      </BoardContext>
    </IntlProvider>,
  )
  return /lucide-[a-z-]+/.exec(list)?.[0]
}

test('what is open, kept and reverted have signs of their own', () => {
  const signs = [signOf(null), signOf('accepted'), signOf('rejected')]
  expect(new Set(signs).size).toBe(3)
})
