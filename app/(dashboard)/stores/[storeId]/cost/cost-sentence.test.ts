import { createFormatter, createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { CostGroup, StoreCost } from '@/lib/costs/store-cost'
import { costSentence } from './cost-sentence'

const words = {
  t: createTranslator({ locale: 'en', messages: messagesOf('en') }),
  format: createFormatter({ locale: 'en', timeZone: 'UTC' }),
}

const group = (count: number, tokens: number): CostGroup => ({ memories: [], count, tokens })

/** Ten sessions of a store, some of whose tests passed. */
function costOf(more: Partial<StoreCost>): StoreCost {
  return {
    ...{ since: 0, sessions: 10, freshTokens: 0, againTokens: 0, listedTokens: 0 },
    ...{ ofStart: null, ofTurn: null, ofDay: 0, countedSince: null },
    ...{ idle: group(0, 0), used: group(0, 0), observed: { ...group(0, 0), sessions: 0 } },
    ...{ lookedAt: { answers: 0, tests: 2 }, ...more },
  }
}

const said = (more: Partial<StoreCost>) => costSentence(costOf(more), true, words)

describe('the first sentence on what a store’s memory costs', () => {
  test('says that something came of all where it came of all that was read', () => {
    const all = { freshTokens: 900, againTokens: 300, listedTokens: 200, used: group(2, 1_000) }
    expect(said(all).sentence).toBe('Something came of every memory that was read.')
  })

  test('says only what sessions cost where they read no memory', () => {
    expect(said({ freshTokens: 200, listedTokens: 200 })).toEqual({
      sentence: 'Memory costs about 20 tokens a session.',
      hint: 'No memory that is still here was read in this time.',
    })
  })

  test('says only what sessions cost where a memory that they read was deleted since', () => {
    const some = { freshTokens: 900, againTokens: 500, listedTokens: 200, used: group(1, 1_000) }
    expect(said(some)).toEqual({
      sentence: 'Memory costs about 140 tokens a session.',
      hint: 'Something came of every memory that is still here. About 20 tokens a session were of deleted ones.',
    })
  })
})
