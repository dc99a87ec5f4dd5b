import { expect, test } from 'vitest'
import { fieldText, valueOf } from './settings-form'

test('a size is typed in any unit and shown in the largest that holds it whole', () => {
  expect(valueOf({ kind: 'bytes' }, '100 K')).toEqual({ value: 102_400 })
  expect(valueOf({ kind: 'bytes' }, '1,5m')).toEqual({ value: 1_572_864 })
  expect(fieldText('bytes', 102_400)).toBe('100 K')
  expect(fieldText('bytes', 1_000)).toBe('1000')
})

test('a number outside of its limits is refused with the limit that it breaks', () => {
  expect(valueOf({ kind: 'number', min: 1 }, '0').fault).toBe('tooSmall')
  expect(valueOf({ kind: 'number', max: 5 }, '6').fault).toBe('tooLarge')
  expect(valueOf({ kind: 'number' }, 'many').fault).toBe('notNumber')
})

test('an empty field is nothing where nothing is allowed', () => {
  expect(valueOf({ kind: 'number', none: 'no limit' }, '')).toEqual({ value: null })
  expect(valueOf({ kind: 'number' }, ' ').fault).toBe('missing')
})
