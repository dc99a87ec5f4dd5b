import { expect, test } from 'vitest'
import { statesOfLine } from './states-of-line'

const day = (name: string) => `# Plan\nRelease day: ${name}\nAsk Mina first.\n`

test('a value that came back is shown with all that the line went through', () => {
  const texts = ['# Plan\n', day('Tuesday'), day('Thursday'), day('Tuesday'), day('Thursday')]
  expect(statesOfLine(texts, 'Release day: Thursday')).toEqual([
    'Tuesday',
    'Thursday',
    'Tuesday',
    'Thursday',
  ])
})

test('a value within the line is what differs', () => {
  const texts = ['blue', 'green', 'blue'].map((colour) => `Buttons are ${colour} here.\n`)
  expect(statesOfLine(texts, 'Buttons are blue here.')).toEqual(['blue', 'green', 'blue'])
})

test('a value that only changed did not go to and fro', () => {
  const texts = ['Monday', 'Tuesday', 'Thursday'].map(day)
  expect(statesOfLine(texts, 'Release day: Thursday')).toBeNull()
})

test('a value that was written twice in a row is one state', () => {
  const texts = ['Monday', 'Monday', 'Tuesday'].map(day)
  expect(statesOfLine(texts, 'Release day: Tuesday')).toBeNull()
})

test('a line that is like none before says nothing', () => {
  expect(statesOfLine(['a\n', 'b\n', 'c\n'], 'Something else altogether')).toBeNull()
})
