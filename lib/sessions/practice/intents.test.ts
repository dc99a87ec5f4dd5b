import { expect, test } from 'vitest'
import { type Intent, intentOf } from './agent'

test.each<[string, Intent]>([
  ['Remember that I like tea.', { kind: 'remember', what: 'I like tea.' }],
  ['please note: the port is 80', { kind: 'remember', what: 'the port is 80' }],
  ['My name is Ada', { kind: 'remember', what: 'My name is Ada' }],
  ['What do you know about the ports?', { kind: 'recall', what: 'ports' }],
  ['Ada?', { kind: 'recall', what: 'ada' }],
  ['What do you know?', { kind: 'recall', what: '' }],
  ['Change “3000” to “4000”.', { kind: 'correct', what: '3000', to: '4000' }],
  ['3000 → 4000', { kind: 'correct', what: '3000', to: '4000' }],
  ["It's not tea, but coffee", { kind: 'correct', what: 'tea', to: 'coffee' }],
  ['Please forget about the old plan', { kind: 'forget', what: 'the old plan' }],
  ['Hello', { kind: 'unclear', what: 'Hello' }],
])('“%s” is understood', (message, intent) => {
  expect(intentOf(message)).toEqual(intent)
})
