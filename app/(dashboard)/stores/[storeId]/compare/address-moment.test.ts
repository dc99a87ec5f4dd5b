import { expect, test } from 'vitest'
import { timeFieldText } from '@/components/time/moment-ways'
import { momentParameter, momentText, parseMoment } from './address-moment'

const noon = Date.UTC(2026, 4, 20, 12)

test.each([
  ['now', 'now'],
  ['0', { sequence: 0 }],
  ['17', { sequence: 17 }],
  ['2026-05-20T12:00', { time: noon + 999 }],
  ['2026-05-20T12:00Z', { time: noon + 999 }],
  ['2026-05-20T12:00:05', { time: noon + 5_999 }],
  ['2026-05-20T12:00:05Z', { time: noon + 5_999 }],
  ['2026-05-20T12:00:05.300Z', { time: noon + 5_300 }],
  ['2026-05-20T12:00:05.3', { time: noon + 5_300 }],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['9'.repeat(16), null],
  ['yesterday', null],
  ['2026-05-20', null],
  ['2026-02-30T12:00', null],
  ['2026-05-20T25:00', null],
  ['1969-12-31T23:59', null],
  ['2026-05-20T12:00+02:00', null],
])('an address names a moment: %j', (text, expected) => {
  expect(parseMoment(text)).toEqual(expected)
})

test.each(['now', '17', '2026-05-20T12:00:05Z', '2026-05-20T12:00:05.300Z'])(
  'what is parsed is written the same: %s',
  (text) => {
    const moment = parseMoment(text)
    expect(moment && momentText(moment)).toBe(text)
  },
)

test('a field shows a time to the second, and parses as that whole second', () => {
  const text = timeFieldText(noon + 5_300)
  expect(text).toBe('2026-05-20T12:00:05')
  expect(parseMoment(text)).toEqual({ time: noon + 5_999 })
})

test("of the form's fields, the one for the chosen way counts", () => {
  const sent = { fromBy: 'time', fromMoment: '3', fromTime: '2026-05-20T12:00', fromChange: '7' }
  expect(momentParameter(sent, 'from')).toEqual({ text: '2026-05-20T12:00', way: 'time' })
  expect(momentParameter({ ...sent, fromBy: 'change' }, 'from')).toEqual({
    text: '7',
    way: 'change',
  })
  expect(momentParameter({ from: '7' }, 'from')).toEqual({ text: '7', way: null })
  expect(momentParameter({ from: ['7', '8'], fromBy: 'nonsense' }, 'from')).toEqual({
    text: null,
    way: null,
  })
})
