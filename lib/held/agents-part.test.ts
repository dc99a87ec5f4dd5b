import { expect, test } from 'vitest'
import { agentsPart } from './carry-out'

/** What of a write that a person changed before they allowed it is still the agent's. */

test.each([
  ['all of it, where the person changed nothing', 'a\n', 'a\nagent\n', 'a\nagent\n', 'a\nagent\n'],
  [
    'without the lines that the person added',
    'a\n',
    'a\nagent\n',
    'a\nagent\nperson\n',
    'a\nagent\n',
  ],
  ['without the lines that the person took out', '', 'one\ntwo\n', 'one\n', 'one\n'],
  [
    'with the lines that the agent removed put back by the person',
    'a\nb\n',
    'agent\n',
    'a\nagent\n',
    'a\nagent\n',
  ],
  ['nothing, where no line of the agent is left', 'a\n', 'a\nagent\n', 'a\nperson\n', null],
  ['nothing, where the agent only removed', 'a\nb\n', 'a\n', 'a\n', null],
  ['the last line without its end', 'a', 'a\nagent', 'a\nagent\nx', 'a\nagent\n'],
])('%s', (_, before, proposed, written, left) => {
  expect(agentsPart(before, proposed, written)).toBe(left)
})
