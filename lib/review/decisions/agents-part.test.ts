import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agentsPart } from './agents-part'

const partOf = (before: string | null, proposed: string, written: string) =>
  agentsPart(
    {
      before: before === null ? null : { path: '/a', content: before },
      after: { path: '/a', content: proposed },
    },
    written,
  )

describe('what a person left of a proposed text', () => {
  test.each([
    ['has none of the lines that they added', 'a\n', 'a\nb\n', 'a\nb\nmine\n', 'a\nb\n'],
    ['has none of the agent’s that they took out', 'a\n', 'a\nkey\nb\n', 'a\nb\n', 'a\nb\n'],
    ['has what they put back that the agent removed', 'a\nb\n', 'a\nc\n', 'a\nb\nc\n', 'a\nb\nc\n'],
    ['has what they removed that the agent left', 'a\nb\n', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nc\n'],
    ['is none if they wrote all anew', 'a\n', 'a\nb\n', 'a\nmine\n', null],
    ['is none if the agent only removed', 'a\nb\n', 'a\n', 'a\nmine\n', null],
    ['is all if they changed nothing', 'a\n', 'b\n', 'b\n', 'b\n'],
    ['is none of a memory that was not there', null, 'a\n', 'mine\n', null],
    ['ends as theirs', 'a\n', 'a\nb\n', 'a\nb', 'a\nb'],
  ])('%s', async (_name, before, proposed, written, part) => {
    expect(await partOf(before, proposed, written)).toBe(part)
  })

  test('holds no line that is neither in the memory before nor in their text', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, proposed, written) => {
        const known = new Set([...before.split('\n'), ...written.split('\n')])
        for (const line of ((await partOf(before, proposed, written)) ?? '').split('\n')) {
          expect(known).toContain(line)
        }
      }),
    )
  })
})
