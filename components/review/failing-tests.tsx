import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'

/** Of more stores only how many there are is said. */
const MOST_NAMED = 3

interface FailingTestsProps {
  of: readonly { storeId: string; name: string; failing: number }[]
}

/** Stores whose tests fail: what agents changed there may be why. */
export function FailingTests({ of }: FailingTestsProps) {
  const t = useTranslations('Review')
  return (
    <>
      {of.slice(0, MOST_NAMED).map(({ storeId, name, failing }) => (
        <Link key={storeId} href={`/stores/${storeId}/tests`} className="hover:underline">
          <Badge tone="removed">
            {t('failing', { count: failing })} <VisibleLabel text={name} />
          </Badge>
        </Link>
      ))}
      {of.length > MOST_NAMED ? (
        <Badge tone="removed">{t('failingMore', { count: of.length - MOST_NAMED })}</Badge>
      ) : null}
    </>
  )
}
