import { clsx } from 'clsx'
import { BookX, Trash2 } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'
import { PathThatFits } from '@/components/lines/visible-text'
import { removeRows } from '@/components/tree/actions'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { WhyNot } from '@/components/ui/notice'
import { SegmentedLinks } from '@/components/ui/segmented'
import { Checkbox } from '@/components/ui/field'
import { Ago } from '@/components/ui/time'
import type { ReadMemory } from '@/lib/store/reads'
import { shownSize } from '@/lib/text/human-size'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { undoOf } from '@/components/history/undo-of'

/** For how many days nobody may have read a memory. */
const UNREAD_DAYS = [30, 60, 90, 180] as const

export interface UnreadProps {
  storeId: string
  days: number
  /** null: nothing was ever read, which says nothing of any of them */
  memories: readonly ReadMemory[] | null
  /** the store's last change that the page shows */
  sequence: number
  isReadOnly: boolean
  now: Date
}

/** Memories that nobody read for some days; those that are ticked are deleted together, with one undo. */
export function Unread({ storeId, days, memories, sequence, isReadOnly, now }: UnreadProps) {
  const t = useTranslations('Overview')
  const b = useTranslations('Tree')
  const format = useFormatter()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const all = memories ?? []
  const chosen = all.filter(({ id }) => ticked.has(id))
  const size = shownSize(
    format,
    chosen.reduce((sum, each) => sum + each.size, 0),
  )
  const tick = (id: string) => setTicked(toggled(ticked, id))
  const row = useRows(isReadOnly ? {} : { tick })
  const removing = useAct(removeRows, {
    done: ({ memories: count }) => {
      setTicked(new Set())
      return b('removedMany', { count })
    },
    undo: ({ batchId }) => undoOf(storeId, batchId),
  })
  const remove = () => {
    if (removing.isBusy) return
    void removing.run({ storeId, sequence, paths: chosen.map(({ path }) => path) })
  }
  const verb = t('deleteMany', { count: chosen.length })
  useKey('mod+enter', verb, remove, { when: chosen.length > 0 })
  return (
    <div className="flex min-h-full flex-1 flex-col">
      <header className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sheet px-4 py-1.5">
        <h2 className="font-semibold">{t('unread', { days })}</h2>
        <span className="ml-auto">
          <SegmentedLinks
            label={t('unread', { days })}
            segments={UNREAD_DAYS.map((each) => ({
              href: `/stores/${storeId}?unread=${each}`,
              label: t('days', { count: each }),
              isCurrent: each === days,
            }))}
          />
        </span>
      </header>
      {all.length === 0 ? (
        <Empty Icon={BookX} title={t('unread', { days })}>
          {memories === null ? t('unreadUnknown') : t('unreadNone', { days })}
        </Empty>
      ) : (
        <>
          {isReadOnly ? null : (
            <div className="border-b border-line px-4 py-1">
              <Checkbox
                isTicked={chosen.length === all.length}
                isMixed={chosen.length > 0 && chosen.length < all.length}
                onTick={(isTicked) => setTicked(new Set(isTicked ? all.map(({ id }) => id) : []))}
              >
                {t('chooseAll')}
              </Checkbox>
            </div>
          )}
          <ul className="min-h-0 flex-1">
            {all.map(({ id, path, size: bytes, lastReadAt }) => (
              <li key={id} className="flex min-h-8 items-center gap-2.5 border-b border-line px-4">
                {isReadOnly ? null : (
                  <Checkbox
                    isTicked={ticked.has(id)}
                    onTick={() => tick(id)}
                    label={t('choose', { path: plainName(path) })}
                  />
                )}
                <Link
                  {...row(id)}
                  href={`/stores/${storeId}?memory=${id}`}
                  className="min-w-0 flex-1 truncate py-1 font-mono text-code hover:underline"
                >
                  <PathThatFits path={path} />
                </Link>
                <span className="shrink-0 text-xs text-ink-3">
                  {lastReadAt === null ? (
                    t('never')
                  ) : (
                    <>
                      {t('lastRead')} <Ago time={lastReadAt} now={now} />
                    </>
                  )}
                </span>
                <span className="w-14 shrink-0 text-right text-xs text-ink-3 tabular-nums">
                  {shownSize(format, bytes)}
                </span>
              </li>
            ))}
          </ul>
          {isReadOnly ? null : (
            <div
              className={clsx(
                'sticky bottom-0 z-10 bg-sheet',
                chosen.length > 0 &&
                  'max-md:fixed max-md:inset-x-0 max-md:bottom-(--thumb) max-md:z-20',
              )}
            >
              <WhyNot why={removing.why} />
              <ActBar
                says={t('deleteSays', { count: chosen.length, size })}
                primary={
                  <Button
                    variant="primary"
                    disabled={chosen.length === 0}
                    isBusy={removing.isBusy}
                    onClick={remove}
                    Icon={Trash2}
                  >
                    {verb}
                  </Button>
                }
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}
