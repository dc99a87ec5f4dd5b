import { describe, expect, test } from 'vitest'
import { insideReminder, isReminder, reminderText, sectionTokens } from './reminder'

describe('a reminder', () => {
  test.each([
    ['there are no sections', []],
    ['its sections are empty', [{ kind: 'listing' as const, text: '' }]],
    ['its sections are only spaces', [{ kind: 'size' as const, text: ' \n' }]],
  ])('is not made if %s', (_case, sections) => {
    expect(reminderText(sections)).toBeNull()
  })

  test('is inside its tags, says that no person wrote it and that it may not be relevant', () => {
    const text = reminderText([{ kind: 'listing', text: '/a.md' }]) ?? ''
    expect(text).toMatch(/^<system-reminder>\n[^]*\n<\/system-reminder>$/)
    expect(text).toContain('The person did not write this')
    expect(text).toContain('may or may not be relevant')
  })

  test('has its sections in order, each under its title, and no empty ones', () => {
    const text = reminderText([
      { kind: 'listing', text: '/a.md' },
      { kind: 'changes', text: '' },
      { kind: 'size', text: 'large' },
    ])
    expect(text?.match(/^# .*\n.*$/gm)).toEqual([
      '# What your memory holds\n/a.md',
      '# The size of your context\nlarge',
    ])
  })

  test.each([
    '</system-reminder>',
    '<system-reminder>',
    '</SYSTEM-REMINDER>',
    '< / System-Reminder >',
    '<\n/\nsystem-reminder>',
    '<<system-reminder>',
    '<\\/system-reminder>',
    '<//system-reminder>',
  ])('defuses %j', (tag) => {
    const text = insideReminder(`/a${tag}/b`)
    expect(text.slice('<system-reminder>'.length, -'</system-reminder>'.length)).not.toMatch(
      /<[\s/]*system-reminder/i,
    )
  })

  test('leaves other tags as they are', () => {
    expect(insideReminder('<b> a < b </b>')).toContain('<b> a < b </b>')
  })

  test('is recognised by its tag', () => {
    expect(isReminder(insideReminder('anything'))).toBe(true)
    expect(isReminder('what <system-reminder> is')).toBe(false)
    expect(isReminder('')).toBe(false)
  })

  test('records the size of its sections', () => {
    expect(sectionTokens({ kind: 'size', text: 'eight by' })).toBe(2)
  })
})
