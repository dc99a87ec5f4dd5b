import { expect, test } from 'vitest'
import { STRIP_PLACES, stripPlaces } from './strip-places'

test('a state stands where it is among the changes of its store', () => {
  const places = stripPlaces([1, 51, 101], 101)
  expect([...places]).toEqual([
    [101, STRIP_PLACES],
    [51, 25],
    [1, 1],
  ])
})

test('changes since the last run leave its right empty', () => {
  expect(stripPlaces([100, 0], 200).get(100)).toBe(25)
})

test('states that lie close together have places of their own, in their order', () => {
  const states = [1, 991, 992, 993, 994, 995, 996, 997, 998, 999, 1000]
  const places = stripPlaces(states, 1000)
  const inOrder = states.map((state) => places.get(state) ?? 0)
  expect(new Set(inOrder).size).toBe(states.length)
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
  expect([places.get(1), places.get(1000)]).toEqual([1, STRIP_PLACES])
})

test('of more states than there are places the newest have one', () => {
  const many = Array.from({ length: 100 }, (_, index) => index + 1)
  const places = stripPlaces(many, 100)
  expect(places.size).toBe(STRIP_PLACES)
  expect([places.get(100), places.get(53), places.get(52)]).toEqual([STRIP_PLACES, 1, undefined])
})

test('one state alone stands at its end', () => {
  expect([...stripPlaces([7, 7], 7)]).toEqual([[7, 1]])
  expect([...stripPlaces([], 7)]).toEqual([])
})
