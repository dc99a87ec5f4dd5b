import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedLine } from './compared-line'

test.each([
  ['  - **Deploys** go to  Stockholm!', 'deploys go to stockholm'],
  ['ＦＵＬＬ width letters', 'full width letters'],
  ['Развёртывание — только ночью', 'развёртывание только ночью'],
])('%j is compared as %j', (line, compared) => {
  expect(comparedLine(line)).toBe(compared)
})

test('a line under 12 characters tells nothing', () => {
  expect([comparedLine('## Heading 1'), comparedLine('elevenchars'), comparedLine('')]).toEqual([
    null,
    null,
    null,
  ])
  expect(comparedLine('twelve chars')).toBe('twelve chars')
})

test('plain letters are compared as any others are', () => {
  const line = fc.string({ unit: 'binary-ascii', maxLength: 60 })
  fc.assert(
    fc.property(line, fc.constantFrom('', ' 1', 'ab'), (start, end) => {
      // What is beyond ASCII goes the long way, and is dropped as a sign would be.
      expect(comparedLine(`${start}${end}`)).toBe(comparedLine(`${start}${end}…`))
    }),
    { numRuns: 2_000 },
  )
})
