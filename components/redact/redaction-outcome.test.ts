import { expect, test } from 'vitest'
import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'
import { redactionState } from './redaction-outcome'

const receipt = (changed: Partial<RedactionReceipt>): RedactionReceipt => ({
  redactedBy: { type: 'user', id: 'user_1' },
  redactedAt: 0,
  storeIds: ['memstore_1'],
  rewrittenMemories: 1,
  rewrittenVersions: 1,
  emptiedVersions: 0,
  rewrittenRemarks: 0,
  rewrittenConversations: 0,
  runsNotReached: 0,
  compaction: { isComplete: true, reason: null },
  proof: { placesLeft: 0, left: [], files: [{ name: 'palimpsest.db', bytes: 1, found: 1 }] },
  notCovered: [],
  ...changed,
})

const outcomeOf = (of: RedactionReceipt) => redactionState(of).outcome

const elsewhere = { places: 1, storeIds: ['memstore_2'] }

test('a text that only other stores still hold is told as that, though the files hold it', () => {
  expect(outcomeOf(receipt({ elsewhere }))).toBe('elsewhere')
})

test('a text in the files that nobody else holds, or that were not cleared, is still there', () => {
  expect(outcomeOf(receipt({ elsewhere: { places: 0, storeIds: [] } }))).toBe('notGone')
  const compaction = { isComplete: false, reason: 'x' }
  expect(outcomeOf(receipt({ elsewhere, compaction }))).toBe('notGone')
  const proof = { placesLeft: 1, left: [], files: [] }
  expect(outcomeOf(receipt({ elsewhere, proof }))).toBe('notGone')
})

test('what is shown of a redaction has one colour, and says as of when it is so', () => {
  const redactedAt = Date.UTC(2026, 4, 20)
  expect(redactionState(receipt({ elsewhere, redactedAt }))).toEqual({
    outcome: 'elsewhere',
    tone: 'caution',
    lookedAt: redactedAt,
  })
  expect(redactionState(receipt({ proof: null, redactedAt }))).toEqual({
    outcome: 'stopped',
    tone: 'caution',
    lookedAt: null,
  })
})
