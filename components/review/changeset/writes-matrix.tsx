import { texts } from '@/components/i18n/server-texts'
import { PathInTwo } from '@/components/content/path-in-two'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { ChangesetWrite } from '@/lib/review/changesets/changeset-writes'
import { groupedBy } from '@/lib/text/grouped-by'

export interface WritesMatrixProps {
  storeId: string
  /** in the order of the store */
  writes: readonly ChangesetWrite[]
}

/**
 * The memories of a changeset by its writes: which write touched which memory, and how far each is
 * decided. Two columns are chosen and compared; without a script too.
 */
export async function WritesMatrix({ storeId, writes }: WritesMatrixProps) {
  const t = await texts()
  const memories = groupedBy(writes, ({ memoryId }) => memoryId)
  const [first] = writes
  const last = writes.at(-1)
  if (!first || !last) return null
  return (
    <form action={`/stores/${storeId}/compare`} className="relative min-h-0 flex-1 overflow-auto">
      <p className="sticky left-0 flex w-fit items-center gap-3 px-4 py-2">
        <Button type="submit" variant="primary">
          {t('Writes.compare')}
        </Button>
        <span className="text-xs text-ink-3 max-md:hidden">{t('Writes.chooseTwo')}</span>
      </p>
      <table
        aria-label={t('Writes.title')}
        className="border-separate border-t border-line border-spacing-0 text-xs"
      >
        <thead>
          <tr>
            <th className={`${SIDE} font-medium text-ink-3`}>{t('Writes.memory')}</th>
            <th className={COLUMN}>{t('Writes.before')}</th>
            {writes.map((write, index) => (
              <th key={write.versionId} className={COLUMN}>
                <span className="text-ink tabular-nums">{index + 1}</span>
                {minuteOf(write) === minuteOf(writes[index - 1]) ? null : (
                  <span className="block font-normal whitespace-nowrap">
                    <LocalTime time={write.createdAt} shows="clock" />
                  </span>
                )}
              </th>
            ))}
          </tr>
          <Choice
            name="from"
            label={t('Writes.from')}
            sequences={[first.sequence - 1, ...writes.map(({ sequence }) => sequence)]}
            chosen={first.sequence - 1}
            nameOf={(index) => t('Writes.fromColumn', { number: index })}
          />
          <Choice
            name="to"
            label={t('Writes.to')}
            sequences={[null, ...writes.map(({ sequence }) => sequence)]}
            chosen={last.sequence}
            nameOf={(index) => t('Writes.toColumn', { number: index })}
          />
        </thead>
        <tbody>
          {[...memories].map(([memoryId, own]) => (
            <MemoryRow key={memoryId} storeId={storeId} writes={writes} own={own} />
          ))}
        </tbody>
      </table>
    </form>
  )
}

const minuteOf = (write: ChangesetWrite | undefined) =>
  write && Math.floor(write.createdAt / 60_000)

const SIDE =
  'sticky left-0 z-1 w-64 max-w-64 min-w-40 border-r border-b border-line bg-sheet px-4 py-1.5 text-left max-md:min-w-32'
const COLUMN = 'border-b border-line px-2 py-1.5 text-center align-top font-medium text-ink-3'

interface ChoiceProps {
  name: 'from' | 'to'
  label: string
  /** of each column; null: it can't be chosen */
  sequences: readonly (number | null)[]
  chosen: number
  /** a column's name for a screen reader, by its number */
  nameOf: (index: number) => string
}

function Choice({ name, label, sequences, chosen, nameOf }: ChoiceProps) {
  return (
    <tr>
      <th scope="row" className={`${SIDE} font-normal text-ink-2`}>
        {label}
      </th>
      {sequences.map((sequence, index) => (
        <td key={sequence ?? 'none'} className={COLUMN}>
          {sequence === null ? null : (
            <input
              type="radio"
              name={name}
              value={sequence}
              defaultChecked={sequence === chosen}
              aria-label={nameOf(index)}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

interface MemoryRowProps {
  storeId: string
  writes: readonly ChangesetWrite[]
  /** those of the memory */
  own: readonly ChangesetWrite[]
}

async function MemoryRow({ storeId, writes, own }: MemoryRowProps) {
  const t = await texts()
  const path = own.findLast((write) => write.path !== null)?.path ?? null
  const [one] = own
  const reviewed = own.findLast(({ isReviewed }) => isReviewed)?.sequence ?? 0
  return (
    <tr>
      <th scope="row" className={`${SIDE} font-normal`}>
        <Link
          href={`/stores/${storeId}?memory=${one?.memoryId ?? ''}`}
          className="block hover:underline"
        >
          {path === null ? t('Memory.redactedPath') : <PathInTwo path={path} />}
        </Link>
      </th>
      <td className={COLUMN} />
      {writes.map((write) => {
        const isOwn = own.includes(write)
        const isLastReviewed = write.sequence === reviewed
        return (
          <td
            key={write.versionId}
            className={classNames(
              COLUMN,
              write.sequence <= reviewed && 'bg-added-bg',
              isLastReviewed && 'border-r-2 border-r-added',
            )}
          >
            {isOwn ? (
              <Link
                href={`/stores/${storeId}?memory=${write.memoryId}&version=${write.versionId}&diff=before`}
                className="inline-block"
              >
                <ChangeLetter kind={write.operation} label={t(`History.${write.operation}`)} />
                {isLastReviewed ? <span className="sr-only"> {t('Writes.decided')}</span> : null}
              </Link>
            ) : null}
          </td>
        )
      })}
    </tr>
  )
}
