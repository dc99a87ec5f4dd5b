import { expect, test } from 'vitest'
import { oneWordPairs } from './one-word'

const pair = (removed: string, added: string) => {
  const [word] = oneWordPairs([removed], [added])
  const line = word?.side === 'removed' ? removed : added
  return word ? [word.kind, word.side, line.slice(...word.mark)] : null
}

test.each([
  ['- AGR-001: no mega-plan', '- NOT AGR-001: no mega-plan', ['negation', 'added', 'NOT']],
  ['Deploy on Fridays.', 'Never deploy on Fridays.', ['negation', 'added', 'Never']],
  ['Do not deploy at night.', 'Do deploy at night.', ['negation', 'removed', 'not']],
  ['We can deploy.', "We can't deploy.", ['negation', 'added', "can't"]],
  ['Always ask first.', 'Never ask first.', ['negation', 'added', 'Never']],
  ['Der Dienst läuft.', 'Der Dienst läuft nicht.', ['negation', 'added', 'nicht']],
  ['Keep 30 backups.', 'Keep 3 backups.', ['number', 'added', '3']],
  ['Tea is at 16:30.', 'Tea is at 17:30.', ['number', 'added', '17:30']],
  ['Due 2026-07-15.', 'Due 2026-07-16.', ['date', 'added', '2026-07-16']],
  ['Release day: Thursday', 'Release day: Tuesday', ['date', 'added', 'Tuesday']],
])('%s → %s', (removed, added, expected) => {
  expect(pair(removed, added)).toEqual(expected)
})

test.each([
  ['a word that is none of these', 'The colour is blue.', 'The colour is green.'],
  ['more than a word', 'The release is on Friday at noon.', 'The release is on Monday at nine.'],
  ['only its case', 'It was checked.', 'It WAS checked.'],
  ['a word that is all of the line', 'Yes', 'No'],
])('a line that differs by %s is not marked', (_name, removed, added) => {
  expect(pair(removed, added)).toBeNull()
})

test('each line is in one pair, wherever it stands', () => {
  const removed = ['one', 'Keep 2 days.', 'Keep 3 days.']
  const words = oneWordPairs(removed, ['two', 'Keep 4 days.', 'Keep 5 days.'])
  expect(words.map(({ removed: was, added }) => [was, added])).toEqual([
    [1, 1],
    [2, 2],
  ])
})
