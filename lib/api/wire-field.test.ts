import { expect, test } from 'vitest'
import { storeSettingsSchema } from '@/lib/store/model/store-settings'
import { limitsBody } from './resources/store-limits'
import { wireField } from './wire-field'

test.each([
  ['settings.maxViewChars', 'view_characters'],
  ['maxRequests', 'max_requests'],
  ['context.warningAt', 'context.warning_at'],
  ['context.compaction.isReviewed', 'context.compaction.review'],
  [
    'context.clearing.toolUses.clearAtLeast',
    'context.clearing.clear_tool_uses_20250919.clear_at_least',
  ],
  ['context.clearing.thinking.keep', 'context.clearing.clear_thinking_20251015.keep'],
  ['metadata.ownKey', 'metadata.ownKey'],
  ['new_path', 'new_path'],
])('%s is called %s in an answer, as the caller has it', (field, name) => {
  expect(wireField(field)).toBe(name)
})

test('every limit is refused by the name under which it is set', () => {
  const limits = Object.keys(storeSettingsSchema.shape).filter((name) => name.startsWith('max'))
  expect(limits.map((name) => wireField(`settings.${name}`)).toSorted()).toEqual(
    Object.keys(limitsBody.shape).toSorted(),
  )
})
