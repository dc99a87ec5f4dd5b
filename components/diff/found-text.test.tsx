import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FoundText, type FoundTextProps } from './found-text'

const shown = (props: Partial<FoundTextProps>) =>
  renderToStaticMarkup(
    <FoundText
      kind="added"
      text="key: secret."
      marks={[]}
      tokens={undefined}
      found={[]}
      {...props}
    />,
  ).replaceAll(/ class="[^"]*"/g, '')

test('what was found in a line is underlined, in the very columns', () => {
  expect(shown({ found: [[5, 11]] })).toBe('key: <mark>secret</mark>.')
})

test('what overlaps is underlined once, and no letter is lost', () => {
  expect(
    shown({
      found: [
        [7, 40],
        [5, 9],
      ],
    }),
  ).toBe('key: <mark>secr</mark><mark>et.</mark>')
})

test('rewritten words stay marked within and around it', () => {
  expect(shown({ found: [[5, 11]], marks: [[3, 8]] })).toBe(
    'key<ins>: </ins><mark><ins>sec</ins>ret</mark>.',
  )
})
