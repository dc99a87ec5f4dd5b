import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { SampleMarks } from '@/components/why/sample-marks'
import type { Funnel, FunnelRow } from '@/lib/replay/cause-funnel'
import { baseName } from '@/lib/text/memory-path'
import { shownSize } from '@/lib/text/shown-size'

/** Columns that are shown: the first two, and the latest. */
const LATEST = 8

/**
 * How a search narrows memories down: a row each, a column a round, hatched as far as the round's
 * questions hid it. What is cleared sinks.
 */
export async function FunnelTable({ funnel, isOpen }: { funnel: Funnel; isOpen: boolean }) {
  const t = await texts()
  const { rows, more } = funnel
  const from = Math.max(2, funnel.columns.length - LATEST)
  const columns = funnel.columns.flatMap((column, index) =>
    index < 2 || index >= from ? [{ ...column, index }] : [],
  )
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t('WhyFound.funnel')}</caption>
        <thead className="text-xs text-ink-2">
          <tr className="align-bottom">
            <th scope="col" className="py-1.5 pr-3 font-normal">
              {t('WhyFound.memory')}
            </th>
            {columns.map(({ purpose, number, share, index }) => (
              <th key={index} scope="col" className="px-1 py-1.5 font-normal tabular-nums">
                <span className="mb-1 block">
                  {purpose === 'baseline'
                    ? t('WhyFound.round_baseline')
                    : purpose === 'all_hidden'
                      ? t('WhyFound.allHidden')
                      : number}
                </span>
                <SampleMarks share={share} />
                <span className="sr-only">{t('WhyFound.heldOf', { ...share })}</span>
              </th>
            ))}
            <th scope="col" className="w-36 py-1.5 pl-3 font-normal">
              <span className="sr-only">{t('WhyFound.standing')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.memoryId}
              row={row}
              columns={columns.map(({ index }) => index)}
              isOpen={isOpen}
            />
          ))}
        </tbody>
      </table>
      {more.count === 0 ? null : (
        <p className="border-t border-line py-1.5 text-sm text-ink-3">
          {t('WhyFound.moreMemories', { ...more })}
        </p>
      )}
    </div>
  )
}

async function Row({
  row,
  columns,
  isOpen,
}: {
  row: FunnelRow
  columns: readonly number[]
  isOpen: boolean
}) {
  const t = await texts()
  const { path, size, hidden, clearedIn, isFound } = row
  const isCleared = clearedIn !== null && !isFound
  const directory = path === null ? '' : path.slice(0, -baseName(path).length)
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className={classNames(
          'max-w-80 truncate py-1.5 pr-3 font-mono text-xs font-normal',
          isCleared && 'text-ink-3 line-through',
        )}
      >
        {path === null ? (
          '…'
        ) : (
          <>
            <span className="text-ink-3">
              <VisibleLabel text={directory.replace(/^\//, '')} />
            </span>
            <span className={classNames(!isCleared && 'font-semibold')}>
              <VisibleLabel text={baseName(path)} />
            </span>
          </>
        )}
        {size === null ? null : (
          <span className="ml-2 inline-block font-sans text-ink-3">
            {shownSize(await formats(), size)}
          </span>
        )}
      </th>
      {columns.map((index) => (
        <td key={index} className="px-1">
          <span
            style={{ width: `${100 * (hidden[index] ?? 0)}%` }}
            className={classNames(
              'block h-3.5 rounded-[3px] forced-color-adjust-none',
              (hidden[index] ?? 0) > 0 && 'hatched border border-ink-3',
            )}
          />
          <span className="sr-only">
            {t('WhyFound.hiddenShare', { percent: Math.round(100 * (hidden[index] ?? 0)) })}
          </span>
        </td>
      ))}
      <td className={classNames('pl-3 text-xs', isFound ? 'font-semibold' : 'text-ink-3')}>
        {isFound
          ? t('WhyFound.isCause')
          : isCleared
            ? t('WhyFound.clearedIn', { round: clearedIn })
            : t(isOpen ? 'WhyFound.stillPossible' : 'WhyFound.notCleared')}
      </td>
    </tr>
  )
}
