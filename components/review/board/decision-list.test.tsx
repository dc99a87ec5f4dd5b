import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { Decision } from '@/lib/review/model/hunk'
import { type Board, BoardContext } from './board-context'
import { DecisionList } from './decision-list'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

/** The list of one decision. */
function listOf(decision: Decision | null): string {
  const board = {
    hunkOf: () => ({ parts: [] }),
    decisionOf: () => decision,
    fresh: new Set(),
  } as unknown as Board
  const listed = {
    id: 'h1',
    name: 'a.md',
    title: 'notes/a.md',
    added: 1,
    removed: 0,
    openComments: 0,
    href: '/review/x',
  }
  const reason = { words: 'Emptied', isGrave: true }
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
      <BoardContext value={board}>
        <DecisionList decisions={[{ ...listed, reason }]} />
      </BoardContext>
    </IntlProvider>,
  )
}

const signIn = (list: string) => /lucide-[a-z-]+|open-sign/.exec(list)?.[0]

test('what is open, kept and reverted have signs of their own', () => {
  const signs = [null, 'accepted' as const, 'rejected' as const].map((each) => signIn(listOf(each)))
  expect(new Set(signs).size).toBe(3)
})

test('what is open says why it asks for a person, and what is decided does not', () => {
  expect(listOf(null)).toContain('Emptied')
  expect(listOf('accepted')).not.toContain('Emptied')
})
