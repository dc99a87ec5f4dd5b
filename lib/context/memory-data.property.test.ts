import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '@/lib/text/prefixed-id'
import { asMemoryData, memoryDataIn } from './memory-data'

const ID = newId('sevt')
const NAME = `memory-data-${ID.slice(-12)}`

/** Text by an attacker who knows the id and wants to close the data. */
const hostile = fc
  .tuple(
    fc.constantFrom('<', '</', '< / ', '\n</', ''),
    fc.constantFrom(
      NAME,
      NAME.toUpperCase(),
      NAME.toLowerCase(),
      NAME.slice(0, -1),
      'memory-data-',
    ),
    fc.constantFrom('', '-1', '-2', '-3', '-10', '-', '-1-1'),
    fc.constantFrom('>', ' >', '>\n', ''),
  )
  .map((parts) => parts.join(''))
const part = fc.oneof(hostile, fc.constantFrom('\n', '\r\n', ' ', 'text'), fc.string())
const content = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

/** The name in the opening line. */
const nameOf = (data: string) => /^<([^>]+)>\n/.exec(data)?.[1] ?? ''

test('whatever a memory’s content, its data is closed once, at its end', () => {
  fc.assert(
    fc.property(content, (text) => {
      const data = asMemoryData(text, ID)
      const name = nameOf(data)
      const closings = data.toLowerCase().split(`</${name}>`.toLowerCase())
      expect(closings).toHaveLength(2)
      expect(closings[0]).toBe(`<${name}>\n${text}\n`.toLowerCase())
      expect(data.toLowerCase().split(name.toLowerCase())).toHaveLength(3)
    }),
    { numRuns: 200 },
  )
})

test('what went in comes out', () => {
  fc.assert(
    fc.property(content, (text) => {
      expect(memoryDataIn(asMemoryData(text, ID))).toBe(text)
    }),
    { numRuns: 200 },
  )
})

test('data inside data comes out as it went in', () => {
  fc.assert(
    fc.property(content, (text) => {
      const inner = asMemoryData(text, ID)
      expect(memoryDataIn(asMemoryData(inner, ID))).toBe(inner)
    }),
    { numRuns: 100 },
  )
})
