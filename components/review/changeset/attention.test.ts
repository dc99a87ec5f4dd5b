import { expect, test } from 'vitest'
import { Attention } from './attention'

test('time counts while the page is in view', () => {
  const attention = new Attention(0, true)
  attention.show(5_000, false)
  attention.show(20_000, true)
  expect(attention.take(22_000)).toBe(7_000)
})

test('it is taken once', () => {
  const attention = new Attention(0, true)
  expect(attention.take(1_000)).toBe(1_000)
  expect(attention.take(1_500)).toBe(500)
})

test('without a sign of somebody it ends after a minute, and goes on with the next', () => {
  const attention = new Attention(0, true)
  expect(attention.take(600_000)).toBe(60_000)
  attention.sign(700_000)
  expect(attention.take(710_000)).toBe(10_000)
})

test('a page that is opened in the background counts nothing until it is seen', () => {
  const attention = new Attention(0, false)
  attention.sign(1_000)
  expect(attention.take(5_000)).toBe(0)
  attention.show(6_000, true)
  expect(attention.take(7_000)).toBe(1_000)
})

test('it goes to another page with what somebody does there, and comes back with what they do here', () => {
  const attention = new Attention(0, true)
  attention.leave(2_000)
  expect(attention.take(20_000)).toBe(2_000)
  attention.sign(30_000)
  expect(attention.take(31_000)).toBe(1_000)
})
