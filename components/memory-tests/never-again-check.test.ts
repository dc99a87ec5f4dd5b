import { describe, expect, test } from 'vitest'
import { neverAgainCheck } from './never-again-check'

describe('never again', () => {
  test.each([
    ['a new memory', ['Deploys go out on Fridays, after lunch.'], [], 'on Fridays, after lunch'],
    [
      'a line that was changed',
      ['Deploys go out on Fridays.'],
      ['Deploys go out on Mondays.'],
      'Fridays',
    ],
    ['words apart', ['Ask Mia, then go on Fridays.'], ['Ask Tom, then go on Mondays.'], 'Fridays'],
    ['a number', ['- port: 9090'], ['- port: 8080'], '9090'],
    ['few letters', ['Mia is not in the office'], ['Mia is in the office'], 'Mia is not'],
    [
      'the sentence that says the most',
      ['Yes. Tom leads the Berlin office.'],
      [],
      'leads the Berlin office',
    ],
    ['no spaces', ['금요일에배포한다。'], [], '금요일에배포한다'],
  ])('of %s looks for the rarest words that were added', (_, added, removed, text) => {
    expect(neverAgainCheck({ added, removed })).toEqual({ type: 'lacks', text })
  })

  test('of what was only removed looks for whether it is still said', () => {
    const removed = ['Ask Mia before a deploy.']
    expect(neverAgainCheck({ added: [''], removed })).toEqual({
      type: 'contains',
      text: 'Mia before a deploy',
    })
  })

  test('of a word that was left out looks for whether it is said', () => {
    const taken = { added: ['Ask before a deploy.'], removed: ['Ask Marta before a deploy.'] }
    expect(neverAgainCheck(taken)).toEqual({ type: 'contains', text: 'Marta' })
  })

  test('takes no words of a sentence in which a secret is masked', () => {
    const added = ['The key is sk-a••••••••.', 'It opens the archive.']
    expect(neverAgainCheck({ added, removed: [] })).toEqual({
      type: 'lacks',
      text: 'It opens the archive',
    })
    expect(neverAgainCheck({ added: added.slice(0, 1), removed: [] })).toEqual({
      type: 'lacks',
      text: '',
    })
  })
})
