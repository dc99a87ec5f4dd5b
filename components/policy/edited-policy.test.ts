import { expect, test } from 'vitest'
import { type EditedRule, newRule, withLostLinesHeld } from './edited-policy'

const holding = (key: string, match: Partial<EditedRule['match']>): EditedRule => {
  const rule = newRule(key)
  return { ...rule, match: { ...rule.match, ...match } }
}
const losses = (rules: readonly EditedRule[]) =>
  rules.map(({ key, match }) => [key, match.minLostLines])

test('a rule that holds more lost lines then holds fewer', () => {
  const rules = [holding('a', { paths: ['/a'] }), holding('b', { minLostLines: 20 })]
  expect(losses(withLostLinesHeld(rules, 5, newRule('new')))).toEqual([
    ['a', null],
    ['b', 5],
  ])
})

test('without one, a rule is added; one about some paths stays as it is', () => {
  const rules = [holding('a', { paths: ['/a'], minLostLines: 20 })]
  expect(losses(withLostLinesHeld(rules, 5, newRule('new')))).toEqual([
    ['a', 20],
    ['new', 5],
  ])
})
