import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SizeStep, sizeOf } from '@/lib/context/context-size'
import {
  agent,
  answered,
  asks,
  began,
  broke,
  call,
  compacted,
  compactedByApi,
  type Logged,
  logOf,
  notCompacted,
  notCompactedByApi,
  person,
  reminder,
  result,
  wanted,
} from '@/tests/support/log-events'
import { contextAfter, NO_CONTEXT, sizeStepOf } from './context-state'

const tokens = fc.oneof(fc.constant(0), fc.nat(100_000))
const usage = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheCreationTokens: tokens,
})
const text = fc.string({ maxLength: 40 })
const body: fc.Arbitrary<Logged> = fc.oneof(
  text.map((each) => person(each)),
  text.map((each) => agent(each)),
  text.map((each) => result('c', each)),
  text.map((each) => reminder(each)),
  usage.map((each) => answered('end_turn', { usage: each })),
  fc
    .tuple(usage, usage)
    .map(([one, other]) => answered('end_turn', { usage: one, windowUsage: other })),
  fc
    .tuple(tokens, tokens, fc.boolean())
    .map(([tokensBefore, tokensAfter, isCounted]) =>
      compacted({ tokensBefore, tokensAfter, isCounted }),
    ),
  tokens.map((tokensAfter) => compactedByApi({ tokensAfter })),
  fc.constantFrom(
    asks({ window: 1_000 }),
    broke(),
    call('c'),
    wanted(),
    began(),
    notCompacted(),
    notCompactedByApi(),
  ),
)
const bodies = fc.array(body, { maxLength: 30 })
const isStep = (step: SizeStep | null): step is SizeStep => step !== null

test('the size maintained event by event equals the one found from the end of the log', () => {
  fc.assert(
    fc.property(bodies, (all) => {
      const events = logOf(...all)
      const { measured, estimated } = events.reduce(contextAfter, NO_CONTEXT)
      expect({ measured, estimated }).toEqual(sizeOf(events.map(sizeStepOf).filter(isStep)))
    }),
    { numRuns: 200 },
  )
})

test('counters never decrease', () => {
  fc.assert(
    fc.property(bodies, (all) => {
      let state = NO_CONTEXT
      for (const event of logOf(...all)) {
        const next = contextAfter(state, event)
        for (const name of ['requests', 'compactions', 'failures', 'savedTokens'] as const) {
          expect(next[name]).toBeGreaterThanOrEqual(state[name])
        }
        state = next
      }
    }),
    { numRuns: 100 },
  )
})
