import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'

/** A store at one of its moments, from which something of another came. */
export interface Origin {
  storeId: string
  name: string
  /** the last change of the moment */
  sequence: number
  /** when that was made; null: before the first */
  at: Date | null
}

/** From which store something was copied or taken over, in a row: leads to that store at the moment. */
export function CameFrom({ from, note }: { from: Origin; note: string }) {
  const t = useTranslations('History')
  return (
    <Link
      href={`/stores/${from.storeId}?at=${from.sequence}`}
      className="relative inline-flex min-h-6 max-w-full items-center gap-1 rounded-mark underline"
    >
      <span className="truncate">
        {t.rich('cameFrom', {
          note,
          name: () => <VisibleLabel key="name" text={from.name} />,
        })}
      </span>
    </Link>
  )
}
