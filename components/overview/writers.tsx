import { AuthorLink } from '@/components/history/author-link'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import type { StandingLines } from '@/lib/store/versions/standing-lines'
import type { StoreWriter } from '@/lib/store/stores/who-writes'
import { standingShares } from './standing-shares'

export interface WritersProps {
  writers: readonly StoreWriter[]
  standing: StandingLines
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  days: number
}

/** Lists the recent writers of a store, with the share of their lines that still stands. */
export async function Writers({ writers, standing, names, days }: WritersProps) {
  const t = await texts()
  const shares = standingShares(standing)
  return (
    <div className="px-4 pb-2.5">
      <p className="text-xs text-ink-3">{t('Overview.days', { count: days })}</p>
      {writers.length === 0 ? <p className="text-ink-3">{t('Overview.nobodyWrote')}</p> : null}
      {writers.length === 0 ? null : (
        <table className="w-full">
          <thead className="text-left text-label text-ink-3">
            <tr>
              <th className="font-normal">
                <span className="sr-only">{t('Overview.writer')}</span>
              </th>
              <th className="w-28 font-normal max-md:hidden">
                <span className="sr-only">{t('Overview.perDay')}</span>
              </th>
              <th className="w-20 text-right font-normal">{t('Overview.changes')}</th>
              <th className="w-40 pl-4 text-right font-normal">{t('Overview.standing')}</th>
            </tr>
          </thead>
          <tbody>
            {writers.map((writer) => (
              <Writer
                key={writer.actor.id}
                writer={writer}
                share={shares.get(writer.actor.id) ?? null}
                names={names}
              />
            ))}
          </tbody>
        </table>
      )}
      {[...standing.leftOut].map((why) => (
        <p key={why} className="mt-1 text-xs text-ink-3">
          {t(`Overview.standing_${why}`)}
        </p>
      ))}
    </div>
  )
}

function Writer({
  writer: { actor, days, changes },
  share,
  names,
}: {
  writer: StoreWriter
  /** of its lines still standing, in per cent; null: not counted, or it wrote none */
  share: number | null
  names: ReadonlyMap<string, string>
}) {
  const version = { createdBy: actor, toolUseId: null, batch: null }
  return (
    <tr className="h-9">
      <td>
        <span className="flex min-w-0 items-center gap-2">
          <WriterMark actor={actor} names={names} size="small" />
          <span className="min-w-0 truncate">
            <AuthorLink version={version} names={names} />
          </span>
        </span>
      </td>
      <td className="max-md:hidden">
        <Days days={days} />
      </td>
      <td className="text-right tabular-nums">{changes}</td>
      <td className="pl-4">
        {share === null ? null : (
          <span className="flex items-center gap-2">
            <Bar share={share} />
            <span className="w-10 text-right tabular-nums">{share} %</span>
          </span>
        )}
      </td>
    </tr>
  )
}

/** Changes a day, the oldest first; the numbers stand beside it. */
function Days({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days)
  return (
    <span aria-hidden className="flex h-[22px] items-end gap-px">
      {days.map((count, index) => (
        <i
          key={index}
          className="flex-1 rounded-t-[1px]"
          style={{
            height: count === 0 ? '1.5px' : `${Math.round(15 + (85 * count) / most)}%`,
            background: `var(--age-${count === 0 ? 5 : dayStep(days.length - 1 - index)})`,
          }}
        />
      ))}
    </span>
  )
}

const dayStep = (age: number) => (age < 1 ? 0 : age < 7 ? 1 : 2)

/** A share of a whole. */
export function Bar({ share, isNear = false }: { share: number; isNear?: boolean }) {
  return (
    <span aria-hidden className="block h-1.5 min-w-10 flex-1 overflow-hidden rounded-full bg-line">
      <i
        className={`block h-full rounded-full ${isNear ? 'bg-caution' : 'bg-ink-2'}`}
        style={{ width: `${Math.min(100, share)}%` }}
      />
    </span>
  )
}
