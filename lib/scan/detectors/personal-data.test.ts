import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingsIn } from '@/tests/support/detector-cases'
import { isLuhn, isVerhoeff } from './check-digits'

const foundIn = (text: string) =>
  findingsIn(text).map(({ rule, fromColumn, toColumn }) => [rule, text.slice(fromColumn, toColumn)])

/** Numbers that their authorities print as examples, or of that form; with the word they need. */
const IDS = [
  ['Brazil', '529.982.247-25', ''],
  ['China', '11010519491231002X', ''],
  ['Spain', '12345678Z', ''],
  ['Spain, a foreigner', 'X1234567L', ''],
  ['Finland', '131052-308T', ''],
  ['India', '4991 1866 5246', ''],
  ['Italy', 'RSSMRA85T10A562S', ''],
  ['South Korea', '900101-1234568', ''],
  ['Russia', '112-233-445 95', ''],
  ['Sweden', '811218-9876', ''],
  ['France', '2 55 08 14 168 025 38', ''],
  ['Germany', '86095742719', 'Steuer-ID: '],
  ['Britain', '943 476 5919', 'NHS number '],
  ['the Netherlands', '111222333', 'BSN '],
  ['Poland', '44051401359', 'PESEL: '],
  ['Portugal', '123456789', 'NIF '],
  ['Russia, for taxes', '500100732259', 'ИНН '],
  ['Turkey', '10000000146', 'TC kimlik no: '],
] as const

describe('numbers that a state gives to a person', () => {
  test.each(IDS)('%s: %s', (_country, id, called) => {
    expect(foundIn(`${called}${id}, says the form.`)).toContainEqual(['national_id', id])
  })

  test.each(IDS)('%s: with one digit changed %s is none', (_country, id, called) => {
    const place = [...id].findLastIndex((sign) => /\d/.test(sign))
    const digit = (Number(id[place]) + 1) % 10
    const wrong = `${id.slice(0, place)}${digit}${id.slice(place + 1)}`
    expect(foundIn(`${called}${wrong}`).map(([rule]) => rule)).not.toContain('national_id')
  })

  test('a number of a common form is one only after the word that says so', () => {
    expect(foundIn('The build 44051401359 took 111222333 ms.')).toEqual([])
  })
})

test.each([
  ['card_number', 'Card 4539 5787 6362 1486, ends soon', '4539 5787 6362 1486'],
  ['card_number', '5425233430109903', '5425233430109903'],
  ['card_number', '3714-496353-98456', '3714-496353-98456'],
  ['iban', 'to DE89 3704 0044 0532 0130 00 by Friday', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB82WEST12345698765432', 'GB82WEST12345698765432'],
  ['email_address', 'Write to <anna.larsson@firma.se>.', 'anna.larsson@firma.se'],
  ['phone_number', 'Call +49 30 901820 at noon', '+49 30 901820'],
  ['phone_number', '(+82-2-312-3456)', '+82-2-312-3456'],
  ['us_social_security_number', 'SSN 219-09-9998', '219-09-9998'],
])('%s in %j', (rule, text, written) => {
  expect(foundIn(text)).toEqual([[rule, written]])
})

test.each([
  'order 4539578763621487',
  'DE89 3704 0044 0532 0130 01',
  'git@github.com:someone/something.git',
  'anna@example.com and root@localhost',
  'a decorator @param in code, @types/node@20.1.2',
  'lines +120 -45, v+1.2.3 and 2026-06-23 10:00:00+02:00',
  '+1234567 lines added',
  '000-12-3456 and 219-00-9998 and 12-34-5678',
  'timestamps 1750672800000 and 20260623100000',
])('nothing in %j', (text) => {
  expect(foundIn(text)).toEqual([])
})

test('a card that payment services print for everybody to try is hardly one', () => {
  expect(findingsIn('try 4242 4242 4242 4242')).toMatchObject([
    { rule: 'card_number', severity: 'low' },
  ])
})

test('of ten check digits one is right', () => {
  const number = fc.stringMatching(/^[1-9]\d{10}$/)
  fc.assert(
    fc.property(number, fc.constantFrom(isLuhn, isVerhoeff), (digits, isValid) => {
      const right = [...'0123456789'].filter((check) => isValid(`${digits}${check}`))
      expect(right).toHaveLength(1)
    }),
  )
})
