'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'
import type { DiffLines } from '@/components/lines/diff-lines'
import { PathInLine } from '@/components/lines/visible-text'
import { addressOf } from '@/components/plan/address'
import { ActBar } from '@/components/ui/act-bar'
import { ChangeLetter } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/switch'
import type { ComparedRow, Comparison } from '@/lib/store/compare-stores'
import type { Ends } from './ends'
import { RowDifference } from './row-difference'

/** A plan's address holds this many rows. */
const MOST_TAKEN = 100

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
export type Taken = 'all' | readonly number[]

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
      if (what === null || (what !== 'all' && what.length === 0)) after.delete(path)
      else after.set(path, what)
      return after
    })
  const toggle = (path: string) => take(path, taken.has(path) ? null : 'all')
  const row = useRows({ open: setCurrent, tick: toggle })
  const hunks = [...taken.values()].reduce(
    (sum, each) => sum + (each === 'all' ? 0 : each.length),
    0,
  )
  const wholes = [...taken.values()].filter((each) => each === 'all').length
  const isTooMany = taken.size > MOST_TAKEN
  const toPlan = () => {
    if (taken.size === 0 || isTooMany) return
    const chosen = [...taken].map(([path, what]) => ({
      path,
      ...(what !== 'all' && { hunks: [...what] }),
    }))
    router.push(addressOf(ends.one.storeId, { kind: 'take_over', from: ends.other, rows: chosen }))
  }
  useKey('mod+enter', t('takeOver'), toPlan, { when: taken.size > 0, bar: true })
  const shown = rows.find(({ path }) => path === current)
  return (
    <>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(260px,390px)_minmax(0,1fr)] max-md:block max-md:overflow-y-auto">
        <nav
          aria-label={t('rows')}
          className="min-h-0 overflow-y-auto border-r border-line bg-well pb-4"
        >
          {GROUPS.map((group) => {
            const some = rows.filter((each) => groupOf(each, ends) === group)
            if (some.length === 0) return null
            return (
              <section key={group} aria-label={t(`group.${group}`, names)}>
                <header className="px-4 pt-4 pb-1">
                  <h2 className="font-semibold wrap-anywhere">
                    {t(`group.${group}`, names)}{' '}
                    <span className="font-normal text-ink-3 tabular-nums">{some.length}</span>
                  </h2>
                  <p className="text-xs text-ink-2">{t(`about.${group}`, names)}</p>
                </header>
                <ul>
                  {some.map((each) => (
                    <li
                      key={each.path}
                      {...row(each.path)}
                      aria-current={each.path === current ? 'true' : undefined}
                      className="relative flex min-h-8 items-center gap-2 px-4 py-1 hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)]"
                    >
                      <Checkbox
                        isTicked={taken.get(each.path) === 'all'}
                        isMixed={Array.isArray(taken.get(each.path))}
                        onTick={() => toggle(each.path)}
                        label={each.path}
                      />
                      <button
                        type="button"
                        onClick={() => setCurrent(each.path)}
                        className="row-link flex min-w-0 flex-1 items-center gap-2 text-left"
                      >
                        <ChangeLetter kind={KINDS[each.kind]} />
                        <span className="min-w-0 flex-1 truncate font-mono text-xs">
                          <PathInLine path={each.path} />
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
          {same > 0 ? (
            <h2 className="px-4 pt-4 font-semibold">
              {t('same')} <span className="font-normal text-ink-3 tabular-nums">{same}</span>
            </h2>
          ) : null}
        </nav>
        {/* What scrolls is reached by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div tabIndex={0} className="min-h-0 min-w-0 overflow-y-auto -outline-offset-2">
          {shown ? (
            <RowDifference
              key={shown.path}
              ends={ends}
              row={shown}
              shown={first?.path === shown.path ? first.shown : null}
              taken={taken.get(shown.path) ?? null}
              onTake={(what) => take(shown.path, what)}
            />
          ) : null}
        </div>
      </div>
      <ActBar
        says={taken.size === 0 ? t('nothing') : t('says', { wholes, hunks, name: names.other })}
        about={isTooMany ? t('tooMany', { most: MOST_TAKEN }) : t('planFirst')}
        primary={
          <Button variant="primary" onClick={toPlan} aria-disabled={taken.size === 0 || isTooMany}>
            {t('takeOver')}
            <Kbd stroke="mod+enter" />
          </Button>
        }
      />
    </>
  )
}
