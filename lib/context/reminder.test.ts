import { describe, expect, test } from 'vitest'
import { insideReminder, isReminder, reminderText, reminderWith, sectionTokens } from './reminder'

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

describe('a reminder with other texts', () => {
  const sections = [
    {
      kind: 'listing' as const,
      text: 'Notes (/memories):\n9B\t/memories/a.md\n\nMore (/m):\n(empty)',
    },
    { kind: 'changes' as const, text: '- /memories/a.md: modified by Ada' },
    {
      kind: 'requests' as const,
      text: '- /memories/a.md, line 1:\n  Shorter.\n- /b, line 2:\n  # Why?',
    },
  ]
  const whole = reminderText(sections) ?? ''

  test('has each section as it was given', () => {
    const told: unknown[] = []
    const same = reminderWith(whole, (section) => {
      told.push(section)
      return section.text
    })
    expect(told).toEqual(sections)
    expect(same).toBe(whole)
  })

  test.each(['listing', 'changes', 'requests'])('is as if it had never had its %s', (left) => {
    const without = reminderWith(whole, ({ kind, text }) => (kind === left ? '' : text))
    expect(without).toBe(reminderText(sections.filter(({ kind }) => kind !== left)))
  })

  test('is none without all of them', () => {
    expect(reminderWith(whole, () => '')).toBeNull()
  })
})
