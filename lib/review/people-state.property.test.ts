import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Text } from '@/lib/store/plan/chains'
import { PeopleState, type SidedVersion } from './people-state'

/** The left side over random histories, against a model that knows whose each line is. */

function asPeopleLeft(base: Text | null, since: readonly SidedVersion[]): Text | null {
  const state = new PeopleState(base)
  for (const each of since) state.take(each)
  return state.left
}

type Step =
  | { kind: 'edit'; isAgent: boolean; at: number; add: number; remove: number; isEnded: boolean }
  | { kind: 'move'; isAgent: boolean; to: number }
  | { kind: 'delete'; isAgent: boolean }
  /** to the state of an earlier version */
  | { kind: 'restore'; isAgent: boolean; back: number }

const isAgent = fc.boolean()
const small = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      isAgent,
      at: small,
      add: fc.nat(2),
      remove: fc.nat(2),
      isEnded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), isAgent, to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), isAgent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore'), isAgent, back: small }) },
)

interface State {
  path: string | null
  lines: readonly string[]
  /** the last line has its end */
  isEnded: boolean
}

const textOf = ({ path, lines, isEnded }: State): Text | null =>
  path === null
    ? null
    : { path, content: lines.join('\n') + (lines.length > 0 && isEnded ? '\n' : '') }

interface History {
  base: State
  since: SidedVersion[]
  head: State
  /** lines of people that are to be on the left */
  left: Set<string>
  /** lines that people removed and an agent wrote again */
  twofold: Set<string>
}

/** Every line is written once: `b` of the base, `a` by agents, `p` by people. */
function played(size: number, steps: readonly Step[]): History {
  const begun = Array.from({ length: size }, (_, at) => `b${at}`)
  const base = { path: '/m.md', lines: begun, isEnded: size % 2 === 0 }
  const states: State[] = [base]
  const since: History['since'] = []
  const left = new Set(base.lines)
  const taken = new Set<string>()
  const twofold = new Set<string>()
  let written = 0
  for (const each of steps) {
    const now = states.at(-1) as State
    const to = after(now, each, states, () => `${each.isAgent ? 'a' : 'p'}${++written}`)
    const before = now.path === null ? [] : now.lines
    const lines = to.path === null ? [] : to.lines
    for (const line of before.filter((one) => !lines.includes(one) && one[0] !== 'a')) {
      if (each.isAgent && left.has(line)) taken.add(line)
      if (!each.isAgent && !taken.has(line)) left.delete(line)
    }
    for (const line of lines.filter((one) => !before.includes(one) && one[0] !== 'a')) {
      // People's own or the agent's: there is one of each by then.
      if (each.isAgent && !left.has(line)) twofold.add(line)
      if (!each.isAgent) left.add(line)
    }
    states.push(to)
    const side = each.isAgent ? 'agent' : 'person'
    since.push({ sequence: states.length, side, text: textOf(to) })
  }
  return { base, since, head: states.at(-1) ?? base, left, twofold }
}

function after(now: State, each: Step, states: readonly State[], fresh: () => string): State {
  switch (each.kind) {
    case 'move':
      return now.path === null ? now : { ...now, path: `/moved${each.to}.md` }
    case 'delete':
      return { path: null, lines: [], isEnded: false }
    case 'restore':
      return states.at(-1 - each.back) ?? now
    case 'edit': {
      const lines = [...(now.path === null ? [] : now.lines)]
      const added = Array.from({ length: each.add }, fresh)
      lines.splice(Math.min(each.at, lines.length), each.remove, ...added)
      return { path: now.path ?? '/m.md', lines, isEnded: each.isEnded }
    }
  }
}

const histories = fc.tuple(fc.nat(5), fc.array(step, { maxLength: 14 }))

describe('the left side', () => {
  test('has every line that people left and none of an agent', () => {
    fc.assert(
      fc.property(histories, ([size, steps]) => {
        const { base, since, left, twofold } = played(size, steps)
        const known = (lines: Iterable<string>) =>
          [...lines].filter((line) => !twofold.has(line)).sort()
        const lines = asPeopleLeft(textOf(base), since)?.content.split('\n').filter(Boolean)
        expect(known(lines ?? [])).toEqual(known(left))
      }),
      { numRuns: 3_000 },
    )
  })

  test('is the base where only agents wrote, and what stands where only people did, to the byte', () => {
    fc.assert(
      fc.property(histories, fc.boolean(), ([size, steps], isAgent) => {
        const all = steps.map((each) => ({ ...each, isAgent }))
        const { base, since, head } = played(size, all)
        expect(asPeopleLeft(textOf(base), since)).toEqual(textOf(isAgent ? base : head))
      }),
      { numRuns: 200 },
    )
  })
})

// Blank lines and rules are many, and any two of them equal: which one stayed cannot be told.
const any = fc.array(fc.constantFrom('', '---', 'x'), { maxLength: 8 })
const alike = any.map((lines) => [...lines, 'end'])

const agents = fc.array(alike, { minLength: 1, maxLength: 3 })

test('what an agent did and people undid, and what they brought back by undoing that, leaves the base as it was, with what they typed', () => {
  fc.assert(
    fc.property(alike, agents, fc.nat(8), (lines, wrote, at) => {
      const since = wrote.map((each) => version('agent', each))
      const undone = [...since, version('person', lines)]
      const redone = [...undone, version('person', wrote.at(-1) ?? [])]
      const typed = lines.toSpliced(at, 0, 'typed')
      for (const [each, left] of [
        ...[undone, redone].map((some) => [some, lines] as const),
        [[...since, version('person', typed)], typed] as const,
      ]) {
        expect(asPeopleLeft(holding(lines), each)).toEqual(holding(left))
      }
    }),
  )
})

const holding = (lines: string[]) => ({ path: '/m', content: lines.join('\n') })

let sequence = 0
const version = (side: SidedVersion['side'], lines: string[] | null): SidedVersion => ({
  sequence: ++sequence,
  side,
  text: lines ? holding(lines) : 'unknown',
})

describe('clause by clause', () => {
  const base = holding(['one', 'two'])

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
    expect(asPeopleLeft(base, since)).toEqual(holding(lines))
  })

  test('an agent’s new memory in which people wrote has their lines, at its path', () => {
    const since = [version('agent', ['a']), version('person', ['a', 'p'])]
    expect(asPeopleLeft(null, since)).toEqual(holding(['p']))
  })

  test('an agent’s new memory has none, however long it is and often written anew', () => {
    const state = new PeopleState(null)
    for (const word of 'abcdefghijkl') state.take(version('agent', Array(20_000).fill(word)))
    state.take(version('person', ['a']))
    expect([state.left, state.size < 100_000]).toEqual([null, true])
  })
})
