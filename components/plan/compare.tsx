'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import type { DiffLines, Line } from '@/components/lines/line'
import { Lines } from '@/components/lines/lines'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import type { ComparedRow, Comparison } from '@/lib/store/compare-stores'
import { plainName } from '@/lib/text/visible-text'
import { addressOf, type Ends, searchOf } from './address'
import { RowDifference, Rows } from './rows'

/** What is ticked stands in the plan's address; a request with a longer one is not read. */
const MOST_CHARACTERS = 10_000

const KINDS = {
  only_one: 'deleted',
  only_other: 'created',
  differs: 'modified',
  moved: 'renamed',
} as const

/** Groups by whose change it is; what only this store changed stays as it is. */
const GROUPS = ['both', 'other', 'unknown', 'one'] as const

/** Of two moments of one store it is plain whose change a difference is. */
const groupOf = ({ by }: ComparedRow, { one, other }: Ends) =>
  one.storeId === other.storeId ? 'unknown' : (by ?? 'unknown')

export interface CompareProps {
  ends: Ends
  comparison: Comparison
  names: { one: string; other: string }
  /** the first row and its difference */
  first: { path: string; shown: DiffLines } | null
}

/** Which of a row is taken: all of it, or some of its hunks. */
type Taken = 'all' | { hunks: number[]; of: [string, string] }

/** How two stores, or two moments of one, differ; rows and hunks are ticked to be taken over. */
export function Compare({ ends, comparison, names, first }: CompareProps) {
  const t = useTranslations('Compare')
  const router = useRouter()
  const [current, setCurrent] = useState(first?.path ?? null)
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map())
  const { rows, same } = comparison
  const take = (path: string, what: Taken | null) =>
    setTaken((before) => {
      const after = new Map(before)
      if (what === null || (what !== 'all' && what.hunks.length === 0)) after.delete(path)
      else after.set(path, what)
      return after
    })
  const toggle = (path: string) => take(path, taken.has(path) ? null : 'all')
  const tickOf = (path: string): boolean | 'mixed' => {
    const what = taken.get(path) ?? false
    return what === 'all' || (what && 'mixed')
  }
  const ticked = [...taken.values()]
  const hunks = ticked.flatMap((each) => (each === 'all' ? [] : each.hunks)).length
  const wholes = ticked.filter((each) => each === 'all').length
  const chosen = [...taken].map(([path, what]) => ({ path, ...(what !== 'all' && what) }))
  const ask = { kind: 'take_over' as const, from: ends.other, rows: chosen }
  const address = addressOf(ends.one.storeId, ask)
  const isTooMany = address.length > MOST_CHARACTERS
  const toPlan = () => {
    if (taken.size > 0 && !isTooMany) router.push(address)
  }
  useKey('mod+enter', t('takeOver'), toPlan, { when: taken.size > 0, bar: true })
  const shown = rows.find(({ path }) => path === current)
  return (
    <>
      <Rows
        label={t('rows')}
        groups={GROUPS.map((group) => ({
          key: group,
          title: t(`group.${group}`, names),
          about: t(`about.${group}`, names),
          rows: rows
            .filter((each) => groupOf(each, ends) === group)
            .map(({ path, kind, lines }) => ({
              id: path,
              path,
              kind: KINDS[kind],
              tick: tickOf(path),
              ...lines,
            })),
        })).filter((group) => group.rows.length > 0)}
        same={{ title: t('same'), count: same }}
        current={current}
        onOpen={setCurrent}
        onTick={toggle}
      >
        {shown ? (
          <ComparedDifference
            key={shown.path}
            ends={ends}
            row={shown}
            first={first?.path === shown.path ? first.shown : null}
            taken={taken.get(shown.path) ?? null}
            onTake={(what) => take(shown.path, what)}
          />
        ) : null}
      </Rows>
      <ActBar
        says={taken.size === 0 ? t('nothing') : t('says', { wholes, hunks, name: names.other })}
        about={t(isTooMany ? 'tooMany' : 'planFirst')}
        primary={
          <Button
            variant="primary"
            onClick={toPlan}
            aria-disabled={taken.size === 0 || isTooMany}
            stroke="mod+enter"
          >
            {t('takeOver')}
          </Button>
        }
      />
    </>
  )
}

interface ComparedDifferenceProps {
  ends: Ends
  row: ComparedRow
  first: DiffLines | null
  taken: Taken | null
  onTake: (what: Taken | null) => void
}

/** How a memory differs; each hunk can be taken by itself where both ends have it. */
function ComparedDifference({ ends, row, first, taken, onTake }: ComparedDifferenceProps) {
  const t = useTranslations('Compare')
  const { path, kind, one, other } = row
  const query = new URLSearchParams({
    store: ends.one.storeId,
    ...(one && { one: one.path }),
    ...(other && { other: other.path }),
  })
  // Of other texts the same places are other hunks. An address has no room for whole hashes.
  const of = [one, other].map((end) => end?.sha256.slice(0, 16) ?? '') as [string, string]
  const hunks = taken !== 'all' && String(taken?.of) === String(of) ? taken?.hunks : null
  const isTaken = (hunk: number) => taken === 'all' || (hunks?.includes(hunk) ?? false)
  const toggle = (hunk: number, count: number) => {
    const now = [...Array(count).keys()].filter((each) => isTaken(each) !== (each === hunk))
    onTake(now.length === count ? 'all' : { hunks: now, of })
  }
  return (
    <RowDifference<DiffLines>
      row={{ path, kind: KINDS[kind] }}
      about={
        kind === 'moved' && one ? (
          <span className="text-xs text-ink-2">
            {t('movedFrom', { path: plainName(one.path) })}
          </span>
        ) : null
      }
      address={`/compare-row?${searchOf(ends)}&${query}`}
      of={[one?.sha256, other?.sha256]}
      first={first}
    >
      {(shown, layout) => {
        const stretches = stretchesOf(shown.lines)
        const count = stretches.filter(({ hunk }) => hunk !== null).length
        // Of what is cut not every hunk is there, and those of the past are not taken over into now.
        const isWhole = kind === 'differs' && shown.notShown === 0 && ends.one.at === undefined
        if (!isWhole || count < 2) return null
        return stretches.map(({ hunk, lines }, index) => (
          <div key={index}>
            {hunk === null ? null : (
              <div className="flex items-center gap-2 border-y border-line bg-well px-4 py-1">
                <Checkbox isTicked={isTaken(hunk)} onTick={() => toggle(hunk, count)}>
                  {t('lines', spanOf(lines))}
                </Checkbox>
              </div>
            )}
            <Lines lines={lines} layout={layout} />
          </div>
        ))
      }}
    </RowDifference>
  )
}

/** A stretch of a difference: unchanged lines, or one hunk, which can be ticked by its place. */
interface Stretch {
  /** null: what is the same around */
  hunk: number | null
  lines: Line[]
}

const isChanged = ({ kind }: Line) => kind === 'added' || kind === 'removed'

/** The lines of a difference, parted at its hunks; a hunk is a run of changed lines. */
function stretchesOf(lines: readonly Line[]): Stretch[] {
  const stretches: Stretch[] = []
  let hunks = 0
  for (const line of lines) {
    const last = stretches.at(-1)
    if (last && isChanged(line) === (last.hunk !== null)) last.lines.push(line)
    else stretches.push({ hunk: isChanged(line) ? hunks++ : null, lines: [line] })
  }
  return stretches
}

/** The lines of a hunk, by their numbers at the other end, else here. */
function spanOf(lines: readonly Line[]): { from: number; to: number; count: number } {
  const added = lines.flatMap(({ kind, after }) => (kind === 'added' && after ? [after] : []))
  const numbers = added.length > 0 ? added : lines.flatMap(({ before }) => before ?? [])
  return { from: numbers[0] ?? 0, to: numbers.at(-1) ?? 0, count: numbers.length }
}
