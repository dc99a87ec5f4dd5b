import { expect, test } from 'vitest'
import { likeLines } from './like-lines'

test.each([
  ['number', 'The pool has 20 connections.', '- The pool has **10** connections'],
  ['date', 'The freeze begins on 2026-06-01', 'The freeze begins on 2026-05-01'],
  ['date', 'The release is due on 12 March 2026', 'The release is due on March 14, 2026'],
  ['negation', 'We do not deploy on Fridays', 'We deploy on Fridays'],
  ['negation', 'Never squash commits on main', 'Always squash commits on main'],
  ['negation', "The tests don't need a network", 'The tests do need a network'],
  ['negation', 'Тесты не требуют сети на сервере', 'Тесты требуют сети на сервере'],
  ['negation', 'Der Server braucht kein Netz im Test', 'Der Server braucht Netz im Test'],
] as const)('%s: %j against %j', (differsIn, added, existing) => {
  expect(likeLines([added], ['something else entirely here', existing])).toEqual([
    { added: 0, existing: 1, differsIn },
  ])
})

test('the same line in another dress is none, nor is one that says something else', () => {
  const added = ['- The pool has 10 connections', 'The queue has 10 connections']
  expect(likeLines(added, ['The pool has **10** connections!'])).toEqual([])
})

test('a series is none, nor are headings and short lines', () => {
  const steps = [
    'scenario 1 passes on main',
    'scenario 2 passes on main',
    'scenario 3 passes on main',
  ]
  expect(likeLines(['scenario 4 passes on main'], steps)).toEqual([])
  expect(likeLines(['## Notes of the day 2026-06-02'], ['## Notes of the day 2026-06-01'])).toEqual(
    [],
  )
  expect(likeLines(['Version 2.1'], ['Version 2.0'])).toEqual([])
})
