// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { Decision } from '@/lib/review/model/hunk'
import { UntilApplied } from './until-applied'

const board = vi.hoisted(() => ({ useBoard: vi.fn<() => unknown>() }))
vi.mock('../board/board-context', () => board)
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }))
vi.mock('@/components/i18n/part-texts', () => ({
  ChangingTexts: ({ children }: { children: ReactNode }) => children,
}))

const applied = (hunks: readonly { decision: Decision; withFinding: number }[]) => {
  const done = { memories: 1, changed: [], left: 0, named: [], undoHref: null, batchId: null }
  board.useBoard.mockReturnValue({
    all: hunks,
    decisionOf: ({ decision }: { decision: Decision }) => decision,
    apply: { done, undo: vi.fn(), isPending: false },
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <UntilApplied changesetId="chgset_1" storeId="memstore_1">
          -
        </UntilApplied>
      </IntlProvider>,
    ),
  )
  return document.body.lastElementChild?.textContent
}

test('the result of a review says that changes with findings were kept', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const reverted = { decision: 'rejected', withFinding: 1 } as const
  expect(applied([reverted, { decision: 'accepted', withFinding: 1 }])).toContain(
    '1 change with a finding was kept.',
  )
  expect(applied([reverted, { decision: 'accepted', withFinding: 0 }])).not.toContain('finding')
})
