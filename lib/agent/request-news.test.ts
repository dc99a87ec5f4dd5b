import { expect, test } from 'vitest'
import type { ContextBlock } from '@/lib/context/context-block'
import { requestNews } from './request-news'

const said = (text: string): ContextBlock => ({
  role: 'user',
  part: 'messages',
  block: { type: 'text', text },
})
const result = (content: string): ContextBlock => ({
  role: 'user',
  part: 'memoryResults',
  block: { type: 'tool_result', tool_use_id: 'toolu_1', content },
})
const request = (blocks: ContextBlock[], setup = '{}') => ({ blocks, setup })

test('all of the first request is new', () => {
  expect(requestNews(null, request([said('Hi')]))).toEqual({
    added: [said('Hi')],
    removed: [],
    same: 0,
    isSetUpAnew: false,
  })
})

test('of a later one only what was added, though the same was said before', () => {
  const before = request([said('Hi'), result('Ada leads')])
  const news = requestNews(before, request([...before.blocks, said('Hi')]))
  expect(news).toMatchObject({ added: [said('Hi')], removed: [], same: 2 })
})

test('a result that was cleared is gone, and its note is new', () => {
  const before = request([said('Hi'), result('Ada leads'), said('And?')])
  const after = request([said('Hi'), result('[cleared]'), said('And?'), said('Well?')])
  expect(requestNews(before, after)).toMatchObject({
    added: [result('[cleared]'), said('Well?')],
    removed: [result('Ada leads')],
    same: 2,
  })
})

test('another system prompt or tool is told', () => {
  const before = request([said('Hi')], '{"system":"a"}')
  expect(requestNews(before, request([said('Hi')], '{"system":"b"}')).isSetUpAnew).toBe(true)
})
