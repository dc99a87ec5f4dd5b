import { expect, test } from 'vitest'
import { sentencesOf } from './sentences'

test('sentences end with their marks, with lines and at brackets, and have no marks of Markdown', () => {
  expect(sentencesOf('# Deploys\n\nAsk **Mia** first. Then go (on Fridays) home!')).toEqual([
    'Deploys',
    'Ask Mia first.',
    'Then go',
    'on Fridays',
    'home!',
  ])
  expect(sentencesOf('금요일에 배포한다。 월요일은 아니다。')).toEqual([
    '금요일에 배포한다。',
    '월요일은 아니다。',
  ])
})

test('what is too short to say anything is none', () => {
  expect(sentencesOf('a) b\n- c\n')).toEqual([])
})
