import { describe, expect, test } from 'vitest'
import { PeopleState, type SidedVersion } from './people-state'

/** The left side, clause by clause; over random histories it is tested in `tests/review`. */

function asPeopleLeft(...[base, since]: [Base, readonly SidedVersion[]]): PeopleState {
  const state = new PeopleState(base)
  for (const each of since) state.take(each)
  return state
}

type Base = ConstructorParameters<typeof PeopleState>[0]

const version = (
  side: SidedVersion['side'],
  lines: string[] | null,
  path: string | null = '/m',
) => ({
  sequence: 0,
  side,
  path,
  lines,
})

describe('the left side', () => {
  const base = version('person', ['one', 'two'])

  test.each([
    [
      'a line that an agent added and people brought back stays the agent’s',
      [
        version('agent', ['one', 'two', 'bad']),
        version('person', ['one', 'two']),
        version('person', ['one', 'two', 'bad']),
      ],
      ['one', 'two'],
    ],
    [
      'what an agent took stays, even if people brought it back and removed it again',
      [version('agent', ['one']), version('person', ['one', 'two']), version('person', ['one'])],
      ['one', 'two'],
    ],
    [
      'what people removed and an agent writes again is the agent’s',
      [version('person', ['one']), version('agent', ['one', 'two'])],
      ['one'],
    ],
    [
      'across a redacted version the difference is the agents’',
      [version('person', null), version('person', ['one', 'new'])],
      ['one', 'two'],
    ],
  ])('%s', (_, since, lines) => {
    expect(asPeopleLeft(base, since).left?.lines).toEqual(lines)
  })

  test('an agent’s new memory in which people wrote has their lines, at its path', () => {
    const since = [version('agent', ['a']), version('person', ['a', 'p'])]
    expect(asPeopleLeft(null, since).left).toEqual({ path: '/m', lines: ['p'] })
  })

  test('an agent’s new memory has none', () => {
    expect(asPeopleLeft(null, [version('agent', ['a'])]).left).toBeNull()
  })
})
