import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { PageHead } from '@/components/frame/page'
import { VisibleLabel } from '@/components/lines/visible-text'
import { useGroupWords } from './group-row'
import type { ShownMemory } from './shown'

export interface BoardHeadProps {
  meta: string
  memories: readonly ShownMemory[]
  decided: number
  /** on a phone the list of memories is opened here */
  isListOpen: boolean
  onList: () => void
}

/** Who changed what, and how many memories are decided. */
export function BoardHead({ meta, memories, decided, isListOpen, onList }: BoardHeadProps) {
  const t = useTranslations('Review')
  const [first] = memories
  const words = useGroupWords()
  const title = first ? words.title({ by: first.by, held: [], wanted: null, memories }) : t('title')
  const count = memories.length
  return (
    <PageHead
      crumbs={[{ href: `/review?${useSearchParams()}`, label: t('title') }]}
      title={<VisibleLabel text={title} />}
      meta={
        <span className="min-w-0 truncate">
          <VisibleLabel text={meta} />
        </span>
      }
      acts={
        <>
          <span className="text-ink-2 tabular-nums max-md:hidden">
            {t.rich('progress', {
              decided,
              count,
              b: (text) => <b className="text-ink">{text}</b>,
            })}
          </span>
          <span
            aria-hidden
            className="h-1 w-24 rounded-full max-md:hidden"
            style={{
              background: `linear-gradient(90deg, var(--ink-2) ${(decided / count) * 100}%, var(--line-2) 0)`,
            }}
          />
          <button
            type="button"
            aria-expanded={isListOpen}
            onClick={onList}
            className="h-9 rounded-control px-2 text-xs text-ink-2 tabular-nums md:hidden"
          >
            {t('progressShort', { decided, count })}
          </button>
        </>
      }
    />
  )
}
