'use client'

import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { onJudged } from '@/components/findings/judged'
import { Badge } from '@/components/ui/badge'

/** A reason to read a hunk. */
export interface HunkReason {
  words: string
  /** 0 none, 1 low, 2 medium, 3 high, 4 critical */
  rank: number
  /**
   * the findings that it follows from, and whether each still needs a person; none: it holds by
   * itself
   */
  findings: readonly { id: string; needsPerson: boolean }[]
}

const TONES = ['plain', 'plain', 'caution', 'removed', 'removed'] as const

/** The reasons of a hunk as badges; one goes when nothing says so any more, and comes back. */
export function HunkReasons({ reasons }: { reasons: readonly HunkReason[] }) {
  const [judged, setJudged] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(
    () =>
      onJudged(({ id, status, exceptedUntil }) => {
        const needsPerson = status === 'open' && exceptedUntil === null
        setJudged((known) => new Map(known).set(id, needsPerson))
      }),
    [],
  )
  const reported = reasons.filter(
    ({ findings }) =>
      findings.length === 0 ||
      findings.some(({ id, needsPerson }) => judged.get(id) ?? needsPerson),
  )
  const tone = TONES[Math.max(0, ...reported.map(({ rank }) => rank))]
  return reported.map(({ words }) => (
    <Badge key={words} tone={tone} Icon={CircleAlert}>
      {words}
    </Badge>
  ))
}
