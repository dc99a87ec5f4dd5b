import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReminder, type ReminderSection, reminderText } from './reminder'

/** Paths or names that try to end the reminder, or to begin one. */
const hostile = fc
  .tuple(
    fc.constantFrom('<', '<<', '<\\', '&lt;'),
    fc.constantFrom('', '/', ' / ', '\t', '\n/', '//', '\\', '\u00a0/'),
    fc.constantFrom('system-reminder', 'SYSTEM-REMINDER', 'System-Reminder', 'system-'),
    fc.constantFrom('>', ' >', '', ' x="1">'),
  )
  .map((parts) => parts.join(''))
const part = fc.oneof(
  hostile,
  fc.constantFrom('/a', '\n', '<', '/', 'system-reminder>'),
  fc.string(),
)
const text = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''))
const section: fc.Arbitrary<ReminderSection> = fc.record({
  kind: fc.constantFrom('listing', 'changes', 'size'),
  text,
})

const TAG = /<[\s/]*system-reminder/gi

test('whatever its sections, a reminder is opened once at its beginning and closed once at its end', () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 4 }), (sections) => {
      const reminder = reminderText(sections)
      const isEmpty = sections.every((each) => each.text.trim() === '')
      expect(reminder === null).toBe(isEmpty)
      if (reminder === null) return
      expect(isReminder(reminder)).toBe(true)
      expect(reminder.startsWith('<system-reminder>\n')).toBe(true)
      expect(reminder.endsWith('\n</system-reminder>')).toBe(true)
      expect(reminder.match(TAG)).toEqual(['<system-reminder', '</system-reminder'])
    }),
    { numRuns: 200 },
  )
})
