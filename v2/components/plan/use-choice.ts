'use client'

import { useState } from 'react'
import type { Answer, Plan, PlanRow } from '@/lib/store/plan/plan'

/** What a person chooses of a plan: what is left out, and what becomes of conflicts. */
export interface Choice {
  isTaken: (row: PlanRow) => boolean
  /** Leaves a row out, or takes it back in; a conflict is answered instead. */
  toggle: (row: PlanRow) => void
  answerOf: (row: PlanRow) => Answer
  answer: (row: PlanRow, answer: Answer) => void
  leftOut: string[]
  answers: Record<string, Answer>
  /** how many memories would change, how many are left alone */
  count: number
  leftAlone: number
}

/** Choices are kept by the row's id, so that a plan that is made again keeps them. */
export function useChoice({ rows }: Plan): Choice {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const answerOf = ({ id }: PlanRow) => answers[id] ?? 'leave'
  const isTaken = (row: PlanRow) => {
    if (row.group === 'conflict') return answerOf(row) !== 'leave'
    // What may bring a redacted text back is taken only if somebody ticks it.
    return row.group === 'change' && toggled.has(row.id) === (row.bringsBack !== undefined)
  }
  const toggle = ({ id }: PlanRow) =>
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const changing = rows.filter(({ group }) => group === 'change')
  const ticked = changing.filter((row) => row.bringsBack && isTaken(row))
  const deciding = rows.filter(({ group }) => group === 'conflict')
  const count = [...changing, ...deciding].filter(isTaken).length
  return {
    isTaken,
    toggle,
    answerOf,
    answer: ({ id }, answer) => setAnswers((before) => ({ ...before, [id]: answer })),
    leftOut: changing.filter((row) => !isTaken(row)).map(({ id }) => id),
    answers: Object.fromEntries([
      ...deciding.flatMap((row) => (answers[row.id] ? [[row.id, answerOf(row)] as const] : [])),
      ...ticked.map(({ id }) => [id, 'take' as const] as const),
    ]),
    count,
    leftAlone: changing.length + deciding.length - count,
  }
}
