import { expect, test } from 'vitest'
import { wordsIn } from '@/tests/support/detector-cases'

test.each([
  ['card_number', 'Card 4539 5787 6362 1486, ends soon', '4539 5787 6362 1486'],
  ['card_number', '5425233430109903', '5425233430109903'],
  ['card_number', '3742-454554-00126', '3742-454554-00126'],
  ['iban', 'to DE89 3704 0044 0532 0130 00 by Friday', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB82WEST12345698765432', 'GB82WEST12345698765432'],
  ['email_address', 'Write to <anna.larsson@firma.se>.', 'anna.larsson@firma.se'],
  ['phone_number', 'Call +49 30 901820 at noon', '+49 30 901820'],
  ['phone_number', '(+82-2-312-3456)', '+82-2-312-3456'],
  ['phone_number', '+1 (212) 555-0199', '+1 (212) 555-0199'],
])('%s in %j', (rule, text, written) => {
  expect(wordsIn(text)).toEqual([[rule, written]])
})

test.each([
  'order 4539578763621487',
  'try 4242 4242 4242 4242',
  'DE89 3704 0044 0532 0130 01',
  'XX89 3704 0044 0532 0130 00',
  'git@github.com:someone/something.git',
  'anna@example.com and root@localhost',
  'a decorator @param in code, @types/node@20.1.2',
  'lines +120 -45, +12345678 -9, v+1.2.3 and 2026-06-23 10:00:00+02:00',
  '+1234567890 bytes',
  'timestamps 1750672800000 and 20260623100000',
])('nothing in %j', (text) => {
  expect(wordsIn(text)).toEqual([])
})
