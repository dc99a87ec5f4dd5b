import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '@/lib/text/ids'
import { asMemoryData } from './summary-text'

const ID = newId('sevt')
const NAME = `memory-data-${ID.slice(-12)}`

/** By somebody who knows the id, and wants to close the data. */
const hostile = fc
  .tuple(
    fc.constantFrom('<', '</', '< / ', '\n</', ''),
    fc.constantFrom(NAME, NAME.toUpperCase(), NAME.slice(0, -1), 'memory-data-'),
    fc.constantFrom('', '-1', '-2', '-10', '-', '-1-1'),
    fc.constantFrom('>', ' >', '>\n', ''),
  )
  .map((parts) => parts.join(''))
const part = fc.oneof(hostile, fc.constantFrom('\n', '\r\n', ' ', 'text'), fc.string())
const content = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

test('whatever a memory holds, its data is closed once, at its end', () => {
  fc.assert(
    fc.property(content, (text) => {
      const data = asMemoryData(text, ID)
      const [, name = ''] = /^<([^>]+)>\n/.exec(data) ?? []
      const parts = data.toLowerCase().split(name.toLowerCase())
      expect(parts).toHaveLength(3)
      expect(data.startsWith(`<${name}>\n${text}\n</${name}>\n`)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
